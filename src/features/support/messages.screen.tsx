import { formatNumber } from '#contract/quantities'
import type { ConversationListItem } from '#contract/support/model'
import { formatMoment } from '#lib/format'
import { useOutbox } from '#lib/outbox'
import { useUser } from '#lib/session'
import { QueryResult, MoreButton } from '#ui/query-result'
import { ButtonLink } from '#ui/button'
import { Page } from '#ui/page'
import { EmptyState } from '#ui/pictures/empty'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '#ui/link'
import { listConversationsQuery, useRefreshConversations } from './queries.ts'
import { describeMessage } from './message-line.ts'
import { LogInToWriteNotice } from './support.screen.tsx'
import { findConversationId } from './unsent.ts'
import { ContactOptions } from './contact-options.tsx'
import styles from './conversation.module.css'

/** The user's conversations with their last message, at `/profile/messages`, and a link to start one. */
export function MessagesScreen() {
  const user = useUser()
  return (
    <Page
      title="Messages"
      back={{ to: '/profile', label: 'Profile' }}
      aside={<ContactOptions about={null} />}
    >
      {user === undefined ? <LogInToWriteNotice /> : <Conversations />}
    </Page>
  )
}

function Conversations() {
  const query = useInfiniteQuery(listConversationsQuery)
  const items = useOutbox()
  useRefreshConversations()
  const waiting = items.filter(({ kind, state }) => kind === 'message' && state !== 'sent')
  const waitingFor = (id?: string) =>
    waiting.filter((item) => findConversationId(item, items) === id).length
  const fresh = waitingFor()
  return (
    <>
      <ButtonLink to="/support" kind="primary">
        Write to us
      </ButtonLink>
      {fresh > 0 && (
        <Link to="/support" className={styles.row}>
          <b>New conversation</b>
          <span className={styles.mark}>{`${formatNumber(fresh)} not sent yet`}</span>
        </Link>
      )}
      <QueryResult query={query}>
        {({ pages }) =>
          pages[0]?.meta.total === 0 ? (
            fresh === 0 && <EmptyState picture="message" title="You have no messages yet." />
          ) : (
            <>
              <ul className={styles.rows} aria-label="Conversations">
                {pages
                  .flatMap(({ data }) => data)
                  .map((one) => (
                    <li key={one.id}>
                      <Row one={one} waiting={waitingFor(one.id)} />
                    </li>
                  ))}
              </ul>
              <MoreButton query={query} />
            </>
          )
        }
      </QueryResult>
    </>
  )
}

function Row({ one, waiting }: { one: ConversationListItem; waiting: number }) {
  const last = one.last_message
  return (
    <Link to={`/support?conversation_id=${one.id}`} className={styles.row}>
      <b>{one.business_name}</b>
      {last !== null && (
        <time dateTime={last.sent_at}>{formatMoment(Date.parse(last.sent_at))}</time>
      )}
      {one.unread > 0 && <span className={styles.mark}>{one.unread} new</span>}
      <span className={styles.last}>
        {last === null
          ? 'Nothing written yet'
          : `${last.from === 'me' ? 'You: ' : ''}${describeMessage(last)}`}
      </span>
      {waiting > 0 && (
        <span className={styles.mark}>{`${formatNumber(waiting)} not sent yet`}</span>
      )}
    </Link>
  )
}
