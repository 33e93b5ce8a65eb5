import { parseNaira } from '#contract/money'
import { FuelReportInput } from '#contract/fuel/model'
import { maxFuelReportAge_ms } from '#contract/fuel/rules'
import { PlaceChoiceField } from '#features/lookups'
import { OutboxForm, findItemRefusal } from '#features/offline'
import { CallError } from '#lib/api'
import { serverNow } from '#lib/clock'
import { write } from '#lib/device'
import { useDraft } from '#lib/drafts'
import type { OutboxItem } from '#lib/outbox'
import { useForm } from '#lib/use-form'
import { ChoiceField } from '#ui/choices'
import { SelectField, TextField } from '#ui/fields'
import { useFuelChoice, useFuelStates, useFuelStations } from './use-choice.ts'
import {
  findReportErrors,
  fuelOptions,
  isFuel,
  isReportTooOld,
  findFuelUnit,
  computeSeenTime,
  formatSeenTime,
  findTimeChoice,
  type FuelReportDraft,
  makeFuelReportDraft,
} from './form-model.ts'

interface ReportFormProps {
  /** The outbox item that is being edited; undefined for a new report. */
  waiting: OutboxItem | undefined
  onKept: (item: OutboxItem) => void
}

/** The form for a fuel price. The report is stored on the phone before it is sent. */
export function FuelReportForm(props: ReportFormProps) {
  const { draft, stations, form } = useReporting(props)
  const written = draft.value
  const states = useFuelStates(written.state)
  const fields = form.errors
  const change = (part: Partial<FuelReportDraft>) =>
    draft.change((before) => ({ ...before, ...part, typed_at: serverNow() }))
  return (
    <OutboxForm form={form} draft={draft} what="A report" action="Send the price">
      <ChoiceField
        label="Fuel"
        name="fuel"
        value={written.fuel}
        onChange={(fuel) => isFuel(fuel) && change({ fuel })}
        options={fuelOptions}
      />
      <PlaceChoiceField
        label="State"
        what="State"
        name="state"
        value={written.state}
        error={fields['state']}
        onChange={(state) => change({ state })}
        options={states.map((name) => ({ value: name, label: name }))}
      />
      <SelectField
        label="Station"
        name="station"
        value={written.station}
        empty="Choose the brand on the sign"
        error={fields['station']}
        onChange={(station) => change({ station })}
        options={stations.map(({ code, name }) => ({ value: code, label: name }))}
      />
      <TextField
        label="Where?"
        hint="Street and area, like Ojota, Ikorodu Road"
        optional
        name="place"
        maxLength={80}
        autoComplete="off"
        value={written.place}
        error={fields['place']}
        onChange={(place) => change({ place })}
      />
      <TextField
        label={`Naira for a ${findFuelUnit(written.fuel)}`}
        name="price_kobo"
        inputMode="decimal"
        autoComplete="off"
        value={written.price}
        error={fields['price_kobo']}
        onChange={(price) => change({ price })}
      />
      <TimeField written={written} error={fields['observed_at']} change={change} />
    </OutboxForm>
  )
}

function TimeField({
  written,
  error,
  change,
}: {
  written: FuelReportDraft
  error: string | undefined
  change: (part: Partial<FuelReportDraft>) => void
}) {
  const when = findTimeChoice(written)
  const seen = when === 'earlier' ? computeSeenTime(written) : undefined
  return (
    <>
      <ChoiceField
        label="When did you see it?"
        name="when"
        value={when}
        error={when === 'earlier' ? undefined : error}
        onChange={(chosen) => change({ when: chosen === 'now' ? 'now' : 'earlier' })}
        options={[
          { value: 'now', label: 'Just now' },
          { value: 'earlier', label: 'Earlier' },
        ]}
      />
      {when === 'earlier' && (
        <TextField
          label="At what time?"
          hint={seen === undefined ? 'Within the last 24 hours' : formatSeenTime(seen)}
          name="observed_at"
          type="time"
          value={written.time}
          error={error}
          onChange={(time) => change({ time })}
        />
      )}
    </>
  )
}

/** Returns the typed report and its form, which stores the report in the outbox. */
function useReporting({ waiting, onKept }: ReportFormProps) {
  const choice = useFuelChoice()
  const { stations, nameOf } = useFuelStations()
  const draft = useDraft<FuelReportDraft>(
    `fuel-report-${waiting?.id ?? 'new'}`,
    waiting === undefined
      ? { ...empty, state: choice.state, fuel: choice.fuel, typed_at: serverNow() }
      : makeFuelReportDraft(waiting.input, isReportTooOld(waiting)),
  )
  const form = useForm(FuelReportInput, {
    draft,
    read: inputOf,
    faults: findReportErrors,
    send: {
      item: (input) => ({
        kind: 'fuel_report',
        input,
        title: `Fuel price at ${nameOf(input.station)}, ${input.place ?? input.state}`,
        expires_at: Date.parse(input.observed_at) + maxFuelReportAge_ms,
      }),
      waiting,
    },
    refused: whyNotSent(waiting),
    done: (item) => {
      const { state, fuel } = draft.value
      write('fuel_choice', { state, fuel })
      onKept(item)
    },
  })
  return { draft, stations, form }
}

const empty = { station: '', place: '', price: '', when: 'now', time: '' } as const

/** Returns the input of `reportFuelPrice`, with the values typed so far. */
function inputOf(written: FuelReportDraft) {
  const { state, station, fuel } = written
  const [seen, place] = [computeSeenTime(written), written.place.trim()]
  return {
    station,
    state,
    fuel,
    price_kobo: parseNaira(written.price),
    observed_at: seen && new Date(seen).toISOString(),
    ...(place !== '' && { place }),
  }
}

function whyNotSent(waiting: OutboxItem | undefined): CallError | null {
  if (waiting?.said === undefined || !isReportTooOld(waiting)) return findItemRefusal(waiting)
  const detail = 'Look again: prices change within a day.'
  return new CallError({ code: 'report_too_old', detail })
}
