import { formatCount } from '#contract/quantities'
import type { Conversation as Talked, Message } from '#contract/support/model'
import { supportBusiness } from '#contract/support/rules'
import { useDraft } from '#lib/drafts'
import { makePollInterval } from '#lib/live'
import { isSavingData } from '#lib/online'
import { QueryResult } from '#ui/query-result'
import { Button, ButtonLink } from '#ui/button'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { LoadedMessages } from './loaded-messages.ts'
import { MessageBubbles } from './bubbles.tsx'
import { MessageComposer } from './composer.tsx'
import {
  getConversationQuery,
  listMessagesQuery,
  loadOlderMessages,
  useRefreshConversations,
} from './queries.ts'
import { useSendReadMark, useIsOtherSideTyping } from './marks.ts'
import { ConversationRating } from './rate.tsx'
import { removeMessageFromOutbox, useUnsentMessages, addMessageToOutbox } from './unsent.ts'
import { isNothingAttached, useAttachment } from './use-attachment.ts'
import { AnsweringHours } from './hours.tsx'
import { ContactOptions } from './contact-options.tsx'
import styles from './conversation.module.css'

const pollMs = 30_000
const none: readonly Message[] = []

/** A conversation that the server knows. Answers appear automatically, except with data saver on. */
export function ConversationView({ id, changing }: { id: string; changing: string | null }) {
  const saves = isSavingData()
  const query = useQuery({ ...listMessagesQuery(id), refetchInterval: makePollInterval(pollMs) })
  useRefreshConversations()
  useSendReadMark(id, query.data)
  const typing = useIsOtherSideTyping(id)
  const whom = useQuery(getConversationQuery(id)).data
  return (
    <ConversationLayout id={id} whom={whom} talk={query.data} changing={changing}>
      {(bubbles) => (
        <>
          <QueryResult
            query={query}
            refused={{
              not_found: () => (
                <Notice
                  tone="warning"
                  title="This conversation is not in your account."
                  actions={<ButtonLink to="/profile/messages">Your messages</ButtonLink>}
                />
              ),
            }}
          >
            {(talk) => <LoadEarlierButton id={id} talk={talk} />}
          </QueryResult>
          {bubbles}
          <p className={styles.typing} role="status">
            {typing && 'Writing to you…'}
          </p>
          <ConversationRating id={id} />
          {saves && query.data !== undefined && (
            <Button busy={query.fetchStatus === 'fetching'} onClick={() => void query.refetch()}>
              Look for answers
            </Button>
          )}
        </>
      )}
    </ConversationLayout>
  )
}

/** A conversation that starts with its first message. */
export function NewConversation({ changing }: { changing: string | null }) {
  useRefreshConversations()
  return (
    <ConversationLayout id={undefined} talk={undefined} changing={changing}>
      {(bubbles) => (
        <>
          <Notice actions={<ButtonLink to="/profile/messages">Your messages</ButtonLink>}>
            Write what happened and what you want us to do, with the reference of your booking. We
            answer here.
          </Notice>
          {bubbles}
        </>
      )}
    </ConversationLayout>
  )
}

type MessageRecipient = Pick<Talked, 'business_id' | 'business_name'>

const titleOf = (whom: MessageRecipient | undefined) =>
  whom === undefined || whom.business_id === supportBusiness ? 'Support' : whom.business_name

/** The answering hours, and other ways to reach us. */
function ConversationAside({
  id,
  whom,
}: {
  id: string | undefined
  whom: MessageRecipient | undefined
}) {
  return (
    <>
      {/* Show no hours until it is known to whom the messages go. */}
      {(id === undefined || whom !== undefined) && (
        <AnsweringHours business_id={whom?.business_id} />
      )}
      <ContactOptions about={id ?? null} />
    </>
  )
}

function ConversationLayout({
  id,
  whom,
  talk,
  changing,
  children,
}: {
  id: string | undefined
  whom?: MessageRecipient | undefined
  talk: LoadedMessages | undefined
  changing: string | null
  children: (bubbles: ReactNode) => ReactNode
}) {
  const draft = useDraft(`message-${id ?? 'new'}`, '')
  const attachment = useAttachment(id)
  const { attach, attached } = attachment
  const box = useRef<HTMLTextAreaElement>(null)
  const { unsent, items, opened } = useUnsentMessages(id, talk?.messages)
  const count = (talk?.messages.length ?? 0) + unsent.length
  const end = useEndInView(unsent.at(-1)?.id ?? talk?.messages.at(-1)?.id)
  const { change, flush, value } = draft
  const is_ready = draft.is_ready && attachment.is_ready
  const known = useRef(items)
  useEffect(() => void (known.current = items), [items])

  const take = useCallback(
    async (unsentId: string) => {
      const message = await removeMessageFromOutbox(unsentId, known.current)
      if (message === undefined) return
      const { body: words, ...beside } = message
      attach((before) => ({ ...before, ...beside }))
      change((before) => (before.trim() === '' ? words : `${before.trimEnd()}\n${words}`))
      flush()
      box.current?.focus({ preventScroll: true })
      end.current?.scrollIntoView?.({ block: 'end' })
    },
    [attach, change, flush, end],
  )
  const drop = useCallback(
    (unsentId: string) => void removeMessageFromOutbox(unsentId, known.current),
    [],
  )
  // The conversation's own screen begins with an empty message.
  const isEmpty = is_ready && value === '' && isNothingAttached(attached) && !attachment.isOpen
  useOpened({ opened: isEmpty ? opened : undefined, id, changing, is_ready, take })

  return (
    <Page
      title={titleOf(whom)}
      under="Talk to a person."
      back={{ to: '/profile/messages', label: 'Messages' }}
      aside={<ConversationAside id={id} whom={whom} />}
      bar={
        <MessageComposer
          id={id}
          draft={draft}
          attachment={attachment}
          box={box}
          waiting={unsent.filter(({ state }) => state !== 'sent').length}
          send={(message) => addMessageToOutbox(id ?? opened, message, items)}
        />
      }
    >
      {children(
        count > 0 && (
          <MessageBubbles
            messages={talk?.messages ?? none}
            marks={talk?.marks}
            unsent={unsent}
            hasSelfHelp={whom?.business_id === supportBusiness}
            onChange={take}
            onDrop={drop}
          />
        ),
      )}
      <div ref={end} className={styles.end} />
    </Page>
  )
}

/** Returns a ref for the end of the messages, which scrolls into view for each `newest` one. */
function useEndInView(newest: string | undefined) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (newest !== undefined) end.current?.scrollIntoView?.({ block: 'end' })
  }, [newest])
  return end
}

/** Takes back the unsent message `changing` for editing, and updates the URL once the conversation has an id. */
function useOpened({
  opened,
  id,
  changing,
  is_ready,
  take,
}: {
  opened: string | undefined
  id: string | undefined
  changing: string | null
  is_ready: boolean
  take: (id: string) => Promise<void>
}): void {
  const navigate = useNavigate()
  const at = id ?? opened
  const address = at === undefined ? '/support' : `/support?conversation_id=${at}`
  useEffect(() => {
    if (changing === null || !is_ready) return
    void take(changing).then(() => navigate(address, { replace: true }))
  }, [changing, is_ready, take, navigate, address])
  useEffect(() => {
    if (changing === null && opened !== undefined) void navigate(address, { replace: true })
  }, [changing, opened, navigate, address])
}

function LoadEarlierButton({ id, talk }: { id: string; talk: LoadedMessages }) {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const missing = talk.total - talk.messages.length
  if (missing <= 0) return null
  const read = () => {
    setBusy(true)
    void loadOlderMessages(client, id)
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }
  return (
    <Button busy={isBusy} onClick={read}>
      {formatCount(missing, 'earlier message')}
    </Button>
  )
}
