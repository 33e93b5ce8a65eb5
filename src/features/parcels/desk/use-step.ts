import { reportParcelEvents } from '#contract/parcels/endpoints'
import { type CounterParcel, ParcelScan, type ParcelScanResult } from '#contract/parcels/tracking'
import { call, CallError } from '#lib/api'
import { serverNow } from '#lib/clock'
import { useForm } from '#lib/use-form'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import * as z from 'zod/mini'
import { anotherBus, type BusLoadingDraft } from './bus-loading.tsx'
import { counterParcelsFilter } from './queries.ts'
import { advanceParcel, findStepPark, needsPin, type StepKind } from './steps.ts'

/** A scan as a member enters it. Its id and time are added when it is sent. */
const StepInput = z.omit(ParcelScan, { id: true, occurred_at: true })

/** What a member has entered for a step. */
export interface StepDraft {
  pin: string
  loading: BusLoadingDraft
  /** Why the chosen bus does not carry the parcel to its destination; undefined if it does. */
  mismatch: string | undefined
}

/** Why a scan has no effect, with the field that it is about. */
const refusals: Record<
  Exclude<ParcelScanResult['result'], 'recorded' | 'duplicate' | 'not_received'>,
  { field?: string; detail: string }
> = {
  wrong_pin: {
    field: 'pin',
    detail: 'This PIN is wrong. Ask for the newest one. After 5 wrong PINs it is locked.',
  },
  pin_locked: {
    field: 'pin',
    detail:
      'Too many wrong PINs: it is locked. The sender gets a new PIN in the app, or from the counter that sold it.',
  },
  storage_due: { detail: 'A storage fee is due now. Open the parcel again and take it first.' },
  not_live: { detail: 'It was handed over, returned or cancelled before. Nothing was changed.' },
  wrong_time: { detail: 'The clock of this device is wrong. Set it, then try again.' },
  unknown: { detail: 'This parcel is no longer one of yours.' },
}

/** The form for one step of a parcel. A step that is sent again after a missing answer counts once. */
export function useStep({
  parcel,
  kind,
  text,
  onDone,
}: {
  parcel: CounterParcel
  kind: StepKind
  text: StepDraft
  onDone: (result: ParcelScanResult) => void
}) {
  const client = useQueryClient()
  /** When each step was taken, by its idempotency key: a repeat reports the same moment. */
  const times = useRef<Record<string, string>>({})
  return useForm(StepInput, {
    draft: { value: text },
    read: (values) => readStep(parcel, kind, values),
    faults: (values) => (kind === 'loaded' ? findLoadingFaults(values) : {}),
    send: async (input, key) => {
      const occurred_at = (times.current[key] ??= new Date(serverNow()).toISOString())
      try {
        const event = { ...input, id: key, occurred_at }
        const [result] = await call(reportParcelEvents, { events: [event] }, { key })
        if (result === undefined) throw new Error('each scan has a result')
        const accepted = requireAcceptedResult(result)
        applyStepToCache(client, parcel, kind, accepted)
        return accepted
      } finally {
        void client.invalidateQueries(counterParcelsFilter)
      }
    },
    done: onDone,
  })
}

function findLoadingFaults({ loading, mismatch }: StepDraft): Record<string, string> {
  if (loading.trip_id === '') return { trip_id: 'Choose the bus.' }
  if (mismatch !== undefined && !loading.accepts_mismatch)
    return { mismatch: 'Choose another bus, or tick this.' }
  return {}
}

function readStep(parcel: CounterParcel, kind: StepKind, { pin, loading }: StepDraft) {
  const { trip_id, park, plate, driver_name, driver_phone } = loading
  const scan = { parcel: parcel.tracking_id, kind, place: findStepPark(kind, parcel) }
  const filled = (name: string, value: string) => (value.trim() === '' ? {} : { [name]: value })
  if (needsPin(kind)) return { ...scan, pin: pin.replaceAll(/\s/g, '') }
  if (kind !== 'loaded') return scan
  return {
    ...scan,
    ...filled('place', trip_id === anotherBus ? parcel.from_park : park),
    ...filled('trip_id', trip_id === anotherBus ? '' : trip_id),
    ...filled('plate', plate),
    ...filled('driver_name', driver_name),
    ...filled('driver_phone', driver_phone),
  }
}

/** Applies a step to the parcel in all cached lists, until they are loaded again. */
export const applyStepToCache = (
  client: QueryClient,
  parcel: CounterParcel,
  kind: StepKind,
  result: ParcelScanResult,
) =>
  client.setQueriesData<CounterParcel[]>(counterParcelsFilter, (parcels) =>
    parcels?.map((one) =>
      one.tracking_id === parcel.tracking_id ? advanceParcel(one, kind, result) : one,
    ),
  )

/**
 * Returns the result of a scan that the server has accepted. Throws `invalid_input` for any other, with the reason at
 * the field that it is about, if there is one.
 */
export function requireAcceptedResult<Result extends ParcelScanResult>(result: Result): Result {
  if (['recorded', 'duplicate', 'not_received'].includes(result.result)) return result
  const { field, detail } = refusals[result.result as keyof typeof refusals]
  throw new CallError({
    code: 'invalid_input',
    detail,
    fields: field === undefined ? {} : { [field]: detail },
  })
}
