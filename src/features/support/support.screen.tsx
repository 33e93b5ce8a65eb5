import { makeLoginPath } from '#lib/browser'
import { useOutbox } from '#lib/outbox'
import { useUser } from '#lib/session'
import { ButtonAnchor } from '#ui/button'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { Navigate, useSearchParams } from 'react-router-dom'
import { ConversationView, NewConversation } from './conversation.tsx'
import { findConversationId } from './unsent.ts'
import { ContactOptions } from './contact-options.tsx'

/** A conversation with us, at `/support?conversation_id=`, and other ways to reach us. */
export function SupportScreen() {
  const [params] = useSearchParams()
  const user = useUser()
  const items = useOutbox()
  const waiting = items.find(({ id }) => id === params.get('waiting'))
  const id = params.get('conversation_id')
  if (user === undefined) return <GuestSupport about={id} />
  const target = waiting && findConversationId(waiting, items)
  if (id === null && waiting !== undefined && target !== undefined)
    return <Navigate replace to={`/support?conversation_id=${target}&waiting=${waiting.id}`} />
  const changing = waiting?.kind === 'message' ? waiting.id : null
  return id === null ? (
    <NewConversation changing={changing} />
  ) : (
    <ConversationView key={id} id={id} changing={changing} />
  )
}

function GuestSupport({ about }: { about: string | null }) {
  return (
    <Page title="Support" under="Talk to a person." narrow>
      <LogInToWriteNotice />
      <ContactOptions about={about} />
    </Page>
  )
}

/** A link to the login. The login is a separate document, so this is not a link of the router. */
export function LogInToWriteNotice() {
  return (
    <Notice
      title="Log in to write to us here."
      actions={
        <ButtonAnchor kind="primary" href={makeLoginPath()}>
          Log in
        </ButtonAnchor>
      }
    >
      Your messages and our answers then stay together, on every phone you use. Without an account,
      call us or write an SMS.
    </Notice>
  )
}
