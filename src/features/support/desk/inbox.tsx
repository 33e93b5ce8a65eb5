import type { DeskMembership } from '#contract/members/model'
import type { DeskConversation } from '#contract/support/model'
import { makeConversationNumber } from '#contract/support/rules'
import { describeMessage } from '#features/support'
import { formatAge, formatMoment } from '#lib/format'
import { QueryResult } from '#ui/query-result'
import { CardList, DeskTitle, MutedText } from '#ui/desk/page'
import { Pager } from '#ui/desk/pager'
import { SelectField } from '#ui/fields'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '#ui/link'
import { useParams } from 'react-router-dom'
import { DeskConversationView } from './conversation.tsx'
import { firstInboxPage, type InboxFolder, type InboxPage, inboxQuery } from './queries.ts'
import styles from './support.module.css'

const folders: readonly { value: InboxFolder; label: string; empty: string }[] = [
  { value: 'waiting', label: 'Waiting for an answer', empty: 'Nobody is waiting for an answer.' },
  { value: 'unread', label: 'Unread', empty: 'You have read everything.' },
  { value: 'mine', label: 'Mine', empty: 'No conversation is assigned to you.' },
  { value: 'open', label: 'All open', empty: 'No open conversations.' },
  { value: 'closed', label: 'Closed', empty: 'No closed conversations.' },
]

/** The inbox with the open conversation beside it. On a phone, only one of them is visible. */
export function InboxScreen({ membership }: { membership: DeskMembership }) {
  const { id } = useParams()
  const [shown, setShown] = useState(firstInboxPage)
  const { folder } = shown
  const query = useQuery(inboxQuery(membership, shown))
  return (
    <div className={styles.inbox} data-open={id !== undefined}>
      <section className={styles.list} aria-label="Conversations">
        <DeskTitle>Inbox</DeskTitle>
        <SelectField
          label="Show"
          value={folder}
          options={folders}
          onChange={(value) =>
            setShown({
              folder: folders.find((one) => one.value === value)?.value ?? 'open',
              page: 1,
            })
          }
        />
        <QueryResult query={query}>
          {({ data, meta }) => (
            <>
              {meta.total === 0 && (
                <MutedText>{folders.find(({ value }) => value === folder)?.empty}</MutedText>
              )}
              <CardList>
                {data.map((conversation) => (
                  <Row
                    key={conversation.id}
                    conversation={conversation}
                    shown={shown}
                    isOpen={conversation.id === id}
                  />
                ))}
              </CardList>
              {folder !== 'waiting' ? (
                <Pager meta={meta} onPage={(page) => setShown({ folder, page })} />
              ) : (
                meta.total > data.length && (
                  <MutedText>
                    {data.length} of {meta.total}. Answer or close some to see the rest.
                  </MutedText>
                )
              )}
            </>
          )}
        </QueryResult>
      </section>
      {id === undefined ? (
        <p className={styles.none}>{query.data?.data.length ? 'Choose a conversation.' : ''}</p>
      ) : (
        <DeskConversationView key={id} id={id} membership={membership} />
      )}
    </div>
  )
}

function Row({
  conversation,
  shown,
  isOpen,
}: {
  conversation: DeskConversation
  shown: InboxPage
  isOpen: boolean
}) {
  const { id, person_name, unread, waits_since, premium, assigned_to, pass_on, last_message } =
    conversation
  return (
    <li>
      <Link
        to={`/c/${id}`}
        state={shown}
        className={styles.row}
        aria-current={isOpen ? 'true' : undefined}
      >
        <span className={styles.row_head}>
          <b>{person_name}</b>
          {unread > 0 && (
            <span className={styles.unread} aria-label={`${unread} unread`}>
              {unread}
            </span>
          )}
        </span>
        <span className={styles.last_message}>{last_message && describeMessage(last_message)}</span>
        <MutedText as="small">
          {waits_since !== null
            ? `Waiting since ${formatAge(Date.parse(waits_since))}`
            : last_message && formatMoment(Date.parse(last_message.sent_at))}
          {assigned_to !== null && ` · ${assigned_to.is_me ? 'Mine' : assigned_to.name}`} ·{' '}
          {makeConversationNumber(id)}
        </MutedText>
        {pass_on !== null && <MutedText as="small">For {pass_on.name}</MutedText>}
        {premium !== null && (
          <small className={styles.departure}>
            Leaves {formatMoment(Date.parse(premium.leaves_at))} · {premium.reference}
          </small>
        )}
      </Link>
    </li>
  )
}
