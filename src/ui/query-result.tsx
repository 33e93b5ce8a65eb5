/*
 * How a screen shows the data of its query:
 *
 * const trips = useQuery(findTripsQuery(search)) // queries.ts of its room
 * return (
 *   <QueryResult query={trips} refused={{ not_found: () => <RouteNotFound /> }}>
 *     {({ data, meta }) => <TripList trips={data} />}
 *   </QueryResult>
 * )
 *
 * It chooses in this order: data, with its age if it is old or the network is gone → the server's refusal (`refused`
 * by code, otherwise its sentence) → no signal → waiting, in three stages: a skeleton at once, "Slow network…" at 3 s,
 * the final message at 7 s, which is 8 s after the tap on a slow phone. `waiting` replaces the skeleton, and
 * `beside` is the shape of the second column. A skeleton has the shape of what comes, and shows what is already known.
 */
import type { ErrorCode } from '#contract/errors'
import { product } from '#contract/product'
import { CallError } from '#lib/api'
import { describeError } from '#lib/api/error'
import { isClockDoubtful, serverNow, toServerTime } from '#lib/clock'
import { formatAge, formatMoment } from '#lib/format'
import { makeLoginPath } from '#lib/browser'
import { useOnline, useIsSavingData } from '#lib/online'
import { useWaitingSeconds } from '#lib/use-waiting-seconds'
import { Button, ButtonAnchor } from '#ui/button'
import { ButtonRow, Notice } from '#ui/notice'
import { Skeleton, Page, AgeNoticeContext } from '#ui/page'
import { ErrorState } from '#ui/pictures/error-state'
import { type ComponentProps, type ReactNode, use } from 'react'
import styles from './query-result.module.css'

/** The part of a React Query result that decides what `QueryResult` displays. */
export interface QueryState<T> {
  data: T | undefined
  error: Error | null
  dataUpdatedAt: number
  failureReason: Error | null
  fetchStatus: 'fetching' | 'paused' | 'idle'
  refetch: () => unknown
}

interface QueryResultProps<T> extends WaitingPage {
  query: QueryState<T>
  children: (data: T) => ReactNode
  refused?: Partial<Record<ErrorCode, (error: CallError) => ReactNode>> | undefined
}

/** What is displayed while there is no data. On a screen whose `Page` is in `children`, give its `title`. */
export interface WaitingPage extends Pick<
  ComponentProps<typeof Page>,
  'back' | 'heading' | 'sub' | 'under'
> {
  title?: string
  waiting?: ReactNode
  /** The shape of the second column. */
  beside?: ReactNode
  /** What is known without an answer, displayed above the reason why there is none. */
  known?: ReactNode
}

const old_ms = 10 * 60_000

/** Shows data, refusal, no signal or waiting; see the top of this file. */
export function QueryResult<T>({
  query,
  children,
  refused,
  waiting,
  beside,
  known,
  title,
  ...head
}: QueryResultProps<T>) {
  const online = useOnline()
  const said = use(AgeNoticeContext)
  const age = useAge(query, online, said !== false)
  if (query.data !== undefined) {
    const line = age !== '' && <DataAge words={age} again={query.refetch} />
    return (
      <AgeNoticeContext value={said || (title === undefined ? age !== '' : line)}>
        {title === undefined && line}
        {children(query.data)}
      </AgeNoticeContext>
    )
  }
  const refusal = isSilence(query.error) ? null : query.error
  const own = refusal instanceof CallError ? ownRefusal(refusal, refused) : undefined
  if (own !== undefined) return own
  const gaveUp =
    query.error !== null ||
    query.fetchStatus === 'paused' ||
    (!online && query.failureReason !== null)
  if (refusal !== null || gaveUp) {
    const again = query.refetch
    const instead =
      refusal === null ? (
        <NoSignal again={again} />
      ) : (
        <RefusalNotice error={refusal} again={again} />
      )
    return title === undefined ? (
      instead
    ) : (
      <Page title={title} heading={head.heading} sub={head.sub} back={head.back} narrow>
        {known}
        {instead}
      </Page>
    )
  }
  const shape = <LoadingState again={query.refetch}>{waiting}</LoadingState>
  return title === undefined ? (
    shape
  ) : (
    <Page {...head} title={title} aside={beside} narrow={beside === undefined}>
      {shape}
    </Page>
  )
}

function ownRefusal(error: CallError, refused: QueryResultProps<unknown>['refused']): ReactNode {
  return error.code === 'no_answer' ? undefined : refused?.[error.code]?.(error)
}

const isOld = (at: number) => toServerTime(at) < serverNow() - old_ms
const isSilence = (error: Error | null) => error instanceof CallError && error.is_offline

/**
 * Returns a text with the age of the data if the network is gone, fails or is slow. The text is empty otherwise, and if
 * an outer `QueryResult` already displays the age (`said`).
 */
function useAge<T>(query: QueryState<T>, online: boolean, said: boolean): string {
  const failing = query.error ?? query.failureReason
  const silent = !online || isSilence(failing)
  const seconds = useWaitingSeconds(
    query.data !== undefined && query.fetchStatus === 'fetching' && !silent,
  )
  if (said || query.data === undefined) return ''
  const isSlow = seconds >= (isOld(query.dataUpdatedAt) ? 3 : 7)
  if (!silent && failing === null && !isSlow) return ''
  return (silent ? 'No network. ' : '') + describeAge(query.dataUpdatedAt)
}

/** Returns whether a time by the server's clock is impossible. A minute of difference does not mean a wrong clock. */
const isWrong = (at: number) => at < Date.UTC(2020) || at > serverNow() + 60_000

/**
 * Returns a sentence with the age of stored data. `updated_at`: as React Query notes it, ms by this phone's clock; 0 or
 * 1 if unknown.
 */
function describeAge(updated_at: number): string {
  if (updated_at === 0) return 'Saved on this phone. We cannot say when.'
  const at = toServerTime(updated_at)
  if (updated_at === 1 || isWrong(at) || isClockDoubtful())
    return 'Saved on this phone. We cannot say when, since the phone’s clock was changed.'
  return `Saved on this phone, as of ${formatMoment(at)} (${formatAge(at)}).`
}

/** A button to load again, for when data saver has stopped automatic loading. */
export function RefreshButton({
  query,
}: {
  query: Pick<QueryState<unknown>, 'refetch' | 'fetchStatus'>
}) {
  if (!useIsSavingData()) return null
  return (
    <Button busy={query.fetchStatus === 'fetching'} onClick={() => query.refetch()}>
      Refresh
    </Button>
  )
}

function DataAge({ words, again }: { words: string; again: () => unknown }) {
  return (
    <p className={styles.age} role="status">
      <span>{words}</span>
      <Button kind="quiet" onClick={() => again()}>
        Try again
      </Button>
    </p>
  )
}

function RefusalNotice({ error, again }: { error: Error; again: () => unknown }) {
  const known = error instanceof CallError
  if (known && error.code === 'not_signed_in') return <LogInFirstNotice />
  return (
    <Notice
      tone="danger"
      live="assertive"
      actions={<Button onClick={() => again()}>Try again</Button>}
    >
      {describeError(error, '')}
      {known && error.status >= 500 && error.request_id !== undefined && (
        <p>Error number: {error.request_id}</p>
      )}
    </Notice>
  )
}

/** A link to the login page, which is a separate document and therefore not a link of the router. */
function LogInFirstNotice() {
  return (
    <Notice
      tone="warning"
      live="polite"
      title="Log in to see this."
      actions={
        <ButtonAnchor kind="primary" href={makeLoginPath()}>
          Log in
        </ButtonAnchor>
      }
    />
  )
}

/** Displayed without stored data and without an answer: says what to do, with links that need no network. */
function NoSignal({ again }: { again: () => unknown }) {
  return (
    <ErrorState
      picture="offline"
      isLive
      title="You are offline."
      action={
        <ButtonRow>
          <Button onClick={() => again()}>Try again</Button>
          <ButtonAnchor kind="quiet" href={`tel:${product.phone.e164}`}>
            Call {product.phone.national}
          </ButtonAnchor>
          <ButtonAnchor kind="quiet" href={`sms:${product.phone.e164}`}>
            SMS
          </ButtonAnchor>
        </ButtonRow>
      }
    >
      This is not saved on this phone yet. It loads when the network is back.
    </ErrorState>
  )
}

function LoadingState({ children, again }: { children: ReactNode; again: () => unknown }) {
  const seconds = useWaitingSeconds(true)
  return (
    <div className={styles.waiting} aria-busy="true">
      {seconds >= 7 ? (
        <Notice
          tone="warning"
          live="polite"
          title="The network is very slow here."
          actions={<Button onClick={() => again()}>Ask again</Button>}
        >
          Still trying. You can wait here or come back later.
        </Notice>
      ) : (
        <p className={styles.slow} role="status">
          {seconds >= 3 ? 'Slow network…' : ''}
        </p>
      )}
      {children ?? <Skeleton />}
    </div>
  )
}

/** A button for the next page of an infinite list; nothing at its end. */
export function MoreButton({
  query,
}: {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
}) {
  const online = useOnline()
  if (!query.hasNextPage) return null
  return (
    <Button
      wide
      busy={query.isFetchingNextPage}
      disabled={!online}
      onClick={() => query.fetchNextPage()}
    >
      {online ? 'Show more' : 'More when you are online'}
    </Button>
  )
}
