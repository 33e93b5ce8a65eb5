import type { TripSharing } from '#contract/sharing/model'
import { UnsentCard } from '#features/offline'
import { serverNow } from '#lib/clock'
import { formatDayTime, formatMoment } from '#lib/format'
import { type OutboxItem, useOutbox } from '#lib/outbox'
import { Button } from '#ui/button'
import { TextField } from '#ui/fields'
import { FailureNotice } from '#ui/form'
import { ButtonRow, Notice } from '#ui/notice'
import { Card } from '#ui/page'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { sendTripReport, type TripReportKind, useRefreshSharing } from './queries.ts'

/** The buttons "I have arrived" and "I am fine". Each needs one tap, with or without a network. */
export function TripReportButtons({
  reference,
  sharing,
}: {
  reference: string
  sharing: TripSharing
}) {
  const [place, setPlace] = useState('')
  const refresh = useRefreshSharing()
  const waiting = useSigns(reference).filter((sign) => !isStuck(sign))
  const saying = useMutation({
    networkMode: 'always',
    mutationFn: (kind: TripReportKind) => sendTripReport(reference, kind, place.trim()),
    onSuccess: () => {
      setPlace('')
      return refresh()
    },
  })
  const unsent = waiting.filter(({ state }) => state !== 'sent')
  const has = (kind: TripReportKind) => (one: { input: Record<string, unknown> }) =>
    one.input['kind'] === kind
  const arrived = sharing.signs.find(({ kind }) => kind === 'arrived')
  const hasLeft = Date.parse(sharing.boards_at) <= serverNow()
  if (arrived !== undefined || waiting.some(has('arrived')))
    return (
      <Notice kind="done" says="soon" title="You have arrived.">
        {unsent.some(has('arrived'))
          ? 'It is on this phone and is sent when the network is back.'
          : arrived &&
            `Reported ${formatMoment(Date.parse(arrived.said_at))}. Anyone with your link sees it.`}
      </Notice>
    )
  const [last] = sharing.signs
  return (
    <Card label="How are you?">
      {hasLeft ? (
        <Button
          kind="primary"
          wide
          busy={saying.isPending && saying.variables === 'arrived'}
          onClick={() => saying.mutate('arrived')}
        >
          I have arrived
        </Button>
      ) : (
        <p>You can tap “I have arrived” here from {formatDayTime(sharing.boards_at)}.</p>
      )}
      <TextField
        label="Where are you?"
        hint="Only if you want them to know. For example: Ore, short stop"
        optional
        maxLength={80}
        value={place}
        onChange={setPlace}
      />
      <ButtonRow>
        <Button
          busy={saying.isPending && saying.variables === 'on_the_way'}
          onClick={() => saying.mutate('on_the_way')}
        >
          I am fine
        </Button>
      </ButtonRow>
      {unsent.length > 0 && <p role="status">Saved on this phone, sent with the network.</p>}
      {last !== undefined && (
        <p>
          Last update: {formatMoment(Date.parse(last.said_at))}
          {last.place === null ? '' : `: “${last.place}”`}
        </p>
      )}
      <FailureNotice error={saying.error} offline="No network. Tap again when it is back." />
    </Card>
  )
}

/** Reports that the server refused or that need a login, so that the person can act on them. */
export function RefusedReports({ reference }: { reference: string }) {
  const stuck = useSigns(reference).filter(isStuck)
  if (stuck.length === 0) return null
  return (
    <ul>
      {stuck.map((sign) => (
        <UnsentCard key={sign.id} item={sign}>
          <p>{sign.title}</p>
        </UnsentCard>
      ))}
    </ul>
  )
}

const useSigns = (reference: string) =>
  useOutbox('trip_sign').filter(({ input }) => input['reference'] === reference)

const isStuck = ({ state }: OutboxItem) => state === 'needs_you' || state === 'sign_in'
