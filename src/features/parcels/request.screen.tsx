import { prohibitedGoods } from '#contract/parcels/goods'
import { detailFields } from '#contract/parcels/rules'
import { read } from '#lib/device'
import { Button } from '#ui/button'
import { CheckField } from '#ui/choices'
import { AreaField, PhoneField, TextField } from '#ui/fields'
import { Form } from '#ui/form'
import { Skeleton, Card, Page } from '#ui/page'
import { PhotoField } from '#ui/photo-field'
import { CallError } from '#lib/api'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { NoParcelDraft, SendingSteps } from './sending-steps.tsx'
import { makeParcelRequestInput, type RequestDraft, useRequestDraft } from './request-draft.ts'
import styles from './sending.module.css'

/** The form for contents, sender and receiver, at `/request-parcel`. Every keystroke is stored on the phone. */
export function RequestScreen() {
  const [parcel] = useState(() => read('current_parcel_data'))
  const { request, photo, is_ready } = useRequestDraft()
  const [tried, setTried] = useState<{ error: CallError; fields: Record<string, string> }>()
  const navigate = useNavigate()
  if (parcel === undefined) return <NoParcelDraft />
  const draft = request.value
  const { fields } = makeParcelRequestInput(parcel, draft)
  const told = tried?.fields ?? {}
  const wrong = Object.fromEntries(Object.entries(fields).filter(([name]) => name in told))
  const part = {
    draft,
    wrong,
    write: (next: Partial<RequestDraft>) => request.change((before) => ({ ...before, ...next })),
  }
  function goOn(): void {
    setTried({ error: new CallError({ detail: 'Check the marked fields.' }), fields })
    request.flush()
    if (Object.keys(fields).length === 0) void navigate('/request-parcel/proceed')
  }
  return (
    <Page title="Parcel details" back={{ to: '/send-parcel', label: 'Price' }} narrow>
      <SendingSteps at={1} />
      {!is_ready ? (
        <Skeleton />
      ) : (
        <Form
          onSubmit={goOn}
          onBlur={request.flush}
          error={Object.keys(wrong).length > 0 ? (tried?.error ?? null) : null}
          action={
            <Button type="submit" kind="primary" wide>
              Continue
            </Button>
          }
        >
          <Contents {...part}>
            <PhotoField
              label="Photo of it"
              optional
              hint="It helps when something is lost or damaged."
              error={wrong['photo']}
              value={photo.value}
              onChange={photo.change}
            />
          </Contents>
          <Somebody {...part} who="sender" title="Who sends it?" door={parcel.drop_off.at} />
          <Somebody {...part} who="receiver" title="Who gets it?" door={parcel.pick_up.at} />
        </Form>
      )}
    </Page>
  )
}

interface RequestFieldsProps {
  draft: RequestDraft
  wrong: Record<string, string>
  write: (next: Partial<RequestDraft>) => void
}

function Contents({ draft, wrong, write, children }: RequestFieldsProps & { children: ReactNode }) {
  return (
    <Card label="Contents">
      <h2>What is in it?</h2>
      <AreaField
        label="Contents"
        hint="For example 2 wrappers, 1 pair of shoes"
        error={wrong['contents']}
        rows={3}
        maxLength={300}
        value={draft.contents}
        onChange={(contents) => write({ contents })}
      />
      {detailFields.map(({ name, label, hint, most }) => (
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
      <h3>You may not send</h3>
      <ul className={styles.plain}>
        {[...prohibitedGoods.parcels, ...prohibitedGoods.everywhere].map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
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

function Somebody({
  who,
  title,
  door,
  draft,
  wrong,
  write,
}: RequestFieldsProps & { who: 'sender' | 'receiver'; title: string; door: 'park' | 'door' }) {
  const end = who === 'sender' ? 'drop_off' : 'pick_up'
  const set = (next: Partial<RequestDraft['sender']>) =>
    write({ [who]: { ...draft[who], ...next } })
  const own = who === 'sender'
  return (
    <Card label={title}>
      <h2>{title}</h2>
      <TextField
        label={own ? 'Your name' : 'Receiver’s name'}
        autoComplete={own ? 'name' : 'off'}
        value={draft[who].full_name}
        error={wrong[`${who}.full_name`]}
        onChange={(full_name) => set({ full_name })}
      />
      <PhoneField
        label={own ? 'Your phone' : 'Receiver’s phone'}
        hint={own ? 'For example 0803 123 4567' : 'The pickup PIN is sent there by SMS.'}
        autoComplete={own ? 'tel' : 'off'}
        value={draft[who].phone}
        error={wrong[`${who}.phone`]}
        onChange={(phone) => set({ phone })}
      />
      {door === 'door' && (
        <TextField
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
