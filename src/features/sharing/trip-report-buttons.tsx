import type { TripSharing } from '#contract/sharing/model'
import { UnsentCard } from '#features/offline'
import { findFieldErrors } from '#lib/api/error'
import { serverNow } from '#lib/clock'
import { formatDayTime, formatMoment } from '#lib/format'
import { type OutboxItem, useOutbox } from '#lib/outbox'
import { Button } from '#ui/button'
import { TextField } from '#ui/fields'
import { FailureNotice } from '#ui/form'
import { ButtonRow, Notice } from '#ui/notice'
import { Card } from '#ui/page'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { sendTripReport, type TripReportKind, useRefreshSharing } from './queries.ts'

/** The buttons "I have arrived" and "I am fine". Each needs one tap, with or without a network. */
export function TripReportButtons({
  reference,
  sharing,
}: {
  reference: string
  sharing: TripSharing
}) {
  const { saying, place, write, error } = useTripReport(reference)
  const waiting = useSigns(reference).filter((sign) => !isStuck(sign))
  const unsent = waiting.filter(({ state }) => state !== 'sent')
  const has = (kind: TripReportKind) => (one: { input: Record<string, unknown> }) =>
    one.input['kind'] === kind
  const arrived = sharing.signs.find(({ kind }) => kind === 'arrived')
  const hasLeft = Date.parse(sharing.boards_at) <= serverNow()
  if (arrived !== undefined || waiting.some(has('arrived')))
    return (
      <Notice tone="success" live="polite" title="You have arrived.">
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
        name="place"
        maxLength={80}
        value={place}
        error={error}
        onChange={write}
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
      {error === undefined && (
        <FailureNotice error={saying.error} offline="No network. Tap again when it is back." />
      )}
    </Card>
  )
}

/**
 * The next report of a trip: its place as typed, and the call that sends it. `?waiting=` names an unsent report, whose
 * place can be changed and which the next report replaces.
 */
function useTripReport(reference: string) {
  const refresh = useRefreshSharing()
  const [params] = useSearchParams()
  const asked = params.get('waiting')
  const changed = useSigns(reference).find((sign) => sign.id === asked && isStuck(sign))
  const [entered, setEntered] = useState<string>()
  const place = entered ?? String(changed?.input['place'] ?? '')
  const saying = useMutation({
    networkMode: 'always',
    mutationFn: (kind: TripReportKind) =>
      sendTripReport({ reference, kind, place, waiting: changed }),
    onSuccess: () => {
      setEntered(undefined)
      return refresh()
    },
  })
  const error = findFieldErrors(saying.error)['place']
  const asks = changed?.id ?? error
  useEffect(() => {
    if (asks !== undefined) document.querySelector<HTMLElement>('main [name=place]')?.focus()
  }, [asks])
  const write = (words: string) => {
    setEntered(words)
    if (saying.isError) saying.reset()
  }
  return { saying, place, write, error }
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
