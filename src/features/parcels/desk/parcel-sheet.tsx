import { describeDeclaredValue } from '#contract/parcels/goods'
import type { CounterParcel, ParcelScanResult } from '#contract/parcels/tracking'
import { formatPhone } from '#contract/phone'
import { makeSalePath } from '#features/counter/desk'
import { formatDayTime } from '#lib/format'
import { Button } from '#ui/button'
import { FactList } from '#ui/facts'
import { Form } from '#ui/form'
import { ButtonRow } from '#ui/notice'
import { QueryResult } from '#ui/query-result'
import { Sheet } from '#ui/sheets/sheet'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import {
  BusLoadingFields,
  type BusLoadingDraft,
  findMismatch,
  prefillBoardedBus,
  useLoadingBuses,
} from './bus-loading.tsx'
import styles from './parcels.module.css'
import {
  findNextStep,
  listOtherSteps,
  needsPin,
  stateLabels,
  stepHints,
  type StepKind,
  stepLabels,
} from './steps.ts'
import { formatLastFreeDay, PickupPinField, StorageFeeStep } from './storage-step.tsx'
import { useStep } from './use-step.ts'

interface Props {
  parcel: CounterParcel
  loading: BusLoadingDraft
  onLoading: (text: BusLoadingDraft) => void
  onClose: () => void
  /** Called with a sentence about what was done. */
  onDone: (text: string) => void
}

/** One parcel: its details, its next step, and the other possible steps. */
export function ParcelSheet({ onClose, ...props }: Props) {
  const { parcel } = props
  const next = findNextStep(parcel)
  const [other, setOther] = useState<StepKind>()
  const others = listOtherSteps(parcel)
  const kind = other ?? next
  return (
    <Sheet title={parcel.waybill} onClose={onClose}>
      <div className={styles.sheet}>
        <p className={styles.state}>{stateLabels[parcel.state]}</p>
        {kind === 'delivered' && (parcel.storage?.due_kobo ?? 0) > 0 ? (
          <StorageFeeStep
            parcel={parcel}
            onDone={(result) => props.onDone(describeOutcome(parcel, kind, result))}
          />
        ) : (
          kind !== undefined && (
            <StepForm
              key={kind}
              {...props}
              kind={kind}
              {...(other !== undefined && { onBack: () => setOther(undefined) })}
            />
          )
        )}
        <ParcelFacts parcel={parcel} />
        {other === undefined && others.length > 0 && (
          <details>
            <summary className={styles.summary}>Another step</summary>
            <ButtonRow>
              {others.map((one) => (
                <Button key={one} onClick={() => setOther(one)}>
                  {stepLabels[one].act}
                </Button>
              ))}
            </ButtonRow>
          </details>
        )}
      </div>
    </Sheet>
  )
}

/** The fields of a step and its button. */
function StepForm({
  parcel,
  kind,
  loading,
  onLoading,
  onDone,
  onBack,
}: Omit<Props, 'onClose'> & { kind: StepKind; onBack?: () => void }) {
  const [pin, setPin] = useState('')
  const { query, buses, failed } = useLoadingBuses(parcel, kind === 'loaded')
  const bus = prefillBoardedBus(parcel, loading, buses)
  const mismatch = findMismatch(buses, bus, parcel)
  const { submit, errors, error, isSending } = useStep({
    parcel,
    kind,
    text: { pin, loading: bus, mismatch },
    onDone: (result) => onDone(describeOutcome(parcel, kind, result)),
  })
  return (
    <Form
      onSubmit={submit}
      error={error}
      offline="No network. We do not know yet whether it was recorded. Try again; it counts once."
      action={
        <ButtonRow wide>
          <Button type="submit" kind="primary" busy={isSending}>
            {stepLabels[kind].act}
          </Button>
          {onBack && <Button onClick={onBack}>Back</Button>}
        </ButtonRow>
      }
    >
      {stepHints[kind] !== undefined && <p>{stepHints[kind]}</p>}
      {kind === 'loaded' && (
        <QueryResult query={query}>
          {() => (
            <>
              {failed && <QueryResult query={failed}>{() => null}</QueryResult>}
              {buses && (
                <BusLoadingFields
                  parcel={parcel}
                  buses={buses}
                  mismatch={mismatch}
                  value={bus}
                  errors={errors}
                  onChange={(text) => onLoading({ ...text, parcel: parcel.tracking_id })}
                />
              )}
            </>
          )}
        </QueryResult>
      )}
      {needsPin(kind) && (
        <PickupPinField
          hint={
            kind === 'delivered'
              ? 'The receiver has it by SMS.'
              : parcel.sold_at_counter
                ? 'The sender has it on the receipt.'
                : 'The sender finds it in the app, with the parcel.'
          }
          value={pin}
          error={errors['pin']}
          onChange={setPin}
        />
      )}
    </Form>
  )
}

function ParcelFacts({ parcel }: Pick<Props, 'parcel'>) {
  const { storage, zone } = parcel
  const freeUntil = storage?.due_kobo === 0 ? formatLastFreeDay(storage, zone) : null
  return (
    <FactList
      facts={[
        ['From', parcel.from_place],
        ['To', parcel.to_place],
        ['Planned bus', formatDayTime(parcel.departs_at, zone)],
        ['Parcel', `${parcel.size}, ${parcel.type.toLowerCase()}`],
        ['Contents', parcel.contents],
        ['Declared value', describeDeclaredValue(parcel.declared_value_kobo)],
        ['Add-ons', parcel.add_ons.join(', ')],
        ['Note', parcel.note],
        ['Sender', <Person key="sender" name={parcel.sender_name} phone={parcel.sender_phone} />],
        [
          'Receiver',
          <Person key="receiver" name={parcel.receiver_name} phone={parcel.receiver_phone} />,
        ],
        ['Storage', freeUntil && `Free until ${freeUntil}`],
        [
          'Paid',
          parcel.sold_at_counter && (
            <Link
              key="sale"
              to={makeSalePath({ subject: 'parcel', reference: parcel.tracking_id })}
            >
              At a counter: waybill and refund
            </Link>
          ),
        ],
      ]}
    />
  )
}

/** A person's name and phone; names are deleted some time after a parcel's end. */
function Person({ name, phone }: { name: string | null; phone: string | null }) {
  return (
    <>
      {name ?? 'No longer stored'}{' '}
      {phone !== null && <a href={`tel:${phone}`}>{formatPhone(phone)}</a>}
    </>
  )
}

/** Says what was recorded, and the state of the parcel if a later step had already been recorded. */
function describeOutcome({ waybill }: CounterParcel, kind: StepKind, { state }: ParcelScanResult) {
  return state === undefined || state === kind
    ? `${waybill} ${stepLabels[kind].done}.`
    : `${waybill} is noted. Its state is: ${stateLabels[state].toLowerCase()}.`
}
