import { prohibitedGoods } from '#contract/parcels/goods'
import { parcelDetailFields } from '#contract/parcels/rules'
import type { ParcelLists } from '#contract/parcels/choice'
import { formatPhone } from '#contract/phone'
import { read } from '#lib/device'
import { useFieldChecks } from '#lib/use-field-checks'
import { Button } from '#ui/button'
import { CheckField } from '#ui/choices'
import { AreaField, PhoneField, TextField } from '#ui/fields'
import { Form } from '#ui/form'
import { Skeleton, Card, Page } from '#ui/page'
import { PhotoField } from '#ui/photo-field'
import { CallError } from '#lib/api'
import { type ReactNode, useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { NoParcelDraft, sendingSteps } from './sending-steps.tsx'
import type { ParcelData } from './parcel-draft.ts'
import { useParcelLists } from './parcel-lists.ts'
import { useParcelPrice } from './parcel-price.ts'
import { ParcelTotal } from './quote-view.tsx'
import {
  makeParcelRequestInput,
  type ParcelRequestDraft,
  useRequestDraft,
} from './request-draft.ts'
import styles from './sending.module.css'

/** The form for contents, sender and receiver, at `/request-parcel`. Every keystroke is stored on the phone. */
export function ParcelRequestScreen() {
  const [parcel] = useState(() => read('current_parcel_data'))
  return parcel === undefined ? <NoParcelDraft /> : <RequestForm parcel={parcel} />
}

function RequestForm({ parcel }: { parcel: ParcelData }) {
  const { request, photo, is_ready } = useRequestDraft()
  const [tried, setTried] = useState<{ error: CallError; fields: Record<string, string> }>()
  const navigate = useNavigate()
  const formId = useId()
  const draft = request.value
  const { fields } = makeParcelRequestInput(parcel, draft)
  const left = useFieldChecks(() => fields)
  const told = tried?.fields ?? {}
  const failed = Object.fromEntries(Object.entries(fields).filter(([name]) => name in told))
  const wrong = { ...left.errors, ...failed }
  const part = {
    draft,
    wrong,
    write: (next: Partial<ParcelRequestDraft>) =>
      request.change((before) => ({ ...before, ...next })),
  }
  function goOn(): void {
    setTried({ error: new CallError({ detail: 'Check the marked fields.' }), fields })
    request.flush()
    if (Object.keys(fields).length === 0) void navigate('/request-parcel/proceed')
  }
  return (
    <Page
      title="Parcel details"
      sub={sendingSteps.details}
      back={{ to: '/send-parcel', label: 'Price' }}
      narrow
      bar={
        is_ready && (
          <>
            <Total parcel={parcel} />
            <Button type="submit" form={formId} kind="primary">
              Continue
            </Button>
          </>
        )
      }
    >
      {!is_ready ? (
        <Skeleton />
      ) : (
        <Form
          id={formId}
          onSubmit={goOn}
          onBlur={request.flush}
          error={Object.keys(failed).length > 0 ? (tried?.error ?? null) : null}
        >
          <div className={styles.stack} {...left.watch}>
            <Contents {...part} photo={photo.value}>
              <PhotoField
                label="Photo of it"
                optional
                hint="It helps when something is lost or damaged."
                error={wrong['photo']}
                value={photo.value}
                onChange={photo.change}
              />
            </Contents>
            <PersonFields {...part} who="receiver" title="Who gets it?" door={parcel.pick_up.at}>
              <LastReceiver {...part} />
            </PersonFields>
            <PersonFields {...part} who="sender" title="Who sends it?" door={parcel.drop_off.at} />
          </div>
        </Form>
      )}
    </Page>
  )
}

/** The total of the parcel; nothing while the price lists are not on this phone. */
function Total({ parcel }: { parcel: ParcelData }) {
  const lists = useParcelLists().data
  return lists === undefined ? null : <KnownTotal parcel={parcel} lists={lists} />
}

const KnownTotal = ({ parcel, lists }: { parcel: ParcelData; lists: ParcelLists }) => (
  <ParcelTotal {...useParcelPrice(parcel, lists, read('parcel_choice')?.trip_id)} />
)

interface RequestFieldsProps {
  draft: ParcelRequestDraft
  wrong: Record<string, string>
  write: (next: Partial<ParcelRequestDraft>) => void
}

function Contents({
  draft,
  wrong,
  write,
  photo,
  children,
}: RequestFieldsProps & { photo: string; children: ReactNode }) {
  const [wasOpen] = useState(() => photo + Object.values(draft.details ?? {}).join('') !== '')
  return (
    <Card label="Contents">
      <h2>What is in it?</h2>
      <AreaField
        label="Contents"
        name="contents"
        hint="For example 2 wrappers, 1 pair of shoes"
        error={wrong['contents']}
        rows={3}
        maxLength={300}
        value={draft.contents}
        onChange={(contents) => write({ contents })}
      />
      <details className={styles.fold} open={wasOpen}>
        <summary>Add a note or a photo</summary>
        <div className={styles.stack}>
          {parcelDetailFields.map(({ name, label, hint, most }) => (
            <AreaField
              key={name}
              label={label}
              hint={hint}
              optional
              rows={2}
              maxLength={most}
              error={wrong[name]}
              value={draft.details?.[name] ?? ''}
              onChange={(words) => write({ details: { ...draft.details, [name]: words } })}
            />
          ))}
          {children}
        </div>
      </details>
      <div>
        <p>You may not send money, weapons, anything that burns, or other forbidden goods.</p>
        <details className={styles.fold}>
          <summary>See all forbidden goods</summary>
          <ul className={styles.plain}>
            {[...prohibitedGoods.parcels, ...prohibitedGoods.everywhere].map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </details>
      </div>
      <CheckField
        label="My parcel contains none of these"
        hint="It may be opened at the counter in front of you."
        error={wrong['nothing_prohibited']}
        checked={draft.nothing_prohibited}
        onChange={(nothing_prohibited) => write({ nothing_prohibited })}
      />
    </Card>
  )
}

/** Fills in the receiver of this phone's last parcel with one tap. It is never filled in unasked. */
function LastReceiver({ draft, write }: RequestFieldsProps) {
  const last = read('current_parcel_booking')?.receiver
  if (!last?.full_name || draft.receiver.full_name !== '') return null
  const { full_name, phone } = last
  return (
    <Button onClick={() => write({ receiver: { full_name, phone: formatPhone(phone) } })}>
      Send to {full_name} again
    </Button>
  )
}

function PersonFields({
  who,
  title,
  door,
  draft,
  wrong,
  write,
  children,
}: RequestFieldsProps & {
  who: 'sender' | 'receiver'
  title: string
  door: 'park' | 'door'
  children?: ReactNode
}) {
  const end = who === 'sender' ? 'drop_off' : 'pick_up'
  const set = (next: Partial<ParcelRequestDraft['sender']>) =>
    write({ [who]: { ...draft[who], ...next } })
  const own = who === 'sender'
  return (
    <Card label={title}>
      <h2>{title}</h2>
      {children}
      <TextField
        name={`${who}.full_name`}
        label={own ? 'Your name' : 'Receiver’s name'}
        autoComplete={own ? 'name' : 'off'}
        value={draft[who].full_name}
        error={wrong[`${who}.full_name`]}
        onChange={(full_name) => set({ full_name })}
      />
      <PhoneField
        name={`${who}.phone`}
        label={own ? 'Your phone' : 'Receiver’s phone'}
        hint={own ? 'For example 0803 123 4567' : 'The pickup PIN is sent there by SMS.'}
        autoComplete={own ? 'tel' : 'off'}
        value={draft[who].phone}
        error={wrong[`${who}.phone`]}
        onChange={(phone) => set({ phone })}
      />
      {door === 'door' && (
        <TextField
          name={`${end}.address`}
          label={own ? 'Pick-up address' : 'Delivery address'}
          hint="Street, number, area and what the rider looks for"
          autoComplete={own ? 'street-address' : 'off'}
          value={draft[end]}
          error={wrong[`${end}.address`]}
          onChange={(address) => write({ [end]: address })}
        />
      )}
    </Card>
  )
}
