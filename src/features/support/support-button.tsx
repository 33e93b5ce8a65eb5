import { product } from '#contract/product'
import { startConversation } from '#contract/support/endpoints'
import { supportBusiness } from '#contract/support/rules'
import { useIdempotencyKey } from '#lib/api/idempotency-key'
import { call, CallError } from '#lib/api'
import { loadDocument, makeLoginPath, rememberPage } from '#lib/browser'
import { useOnline } from '#lib/online'
import { showToast } from '#lib/toast'
import { UnstyledButton } from '#ui/button'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import styles from './support.module.css'

const appearsAfter_ms = 1000

/**
 * The button that opens a conversation with support. It is on every page except the messages, and appears after 1 s. It
 * floats at the bottom, or is in the top bar of a phone if the screen has a bar at the bottom. `hasTabs`: whether there
 * is a tab bar, whose fifth place it takes from the start, so that it does not move when the tab bar has loaded.
 */
export function SupportButton({ hasTabs }: { hasTabs: boolean }) {
  const { pathname } = useLocation()
  const { start, isPending } = useStartConversation()
  const shown = useLater(appearsAfter_ms)
  if (pathname === '/profile/messages') return null
  if (!shown)
    return (
      <div className={styles.support} data-support={hasTabs ? 'tab' : 'alone'} aria-hidden="true">
        <span className={styles.place}>
          <Headset />
        </span>
      </div>
    )
  return (
    <div className={styles.support} data-support={hasTabs ? 'tab' : 'alone'}>
      <UnstyledButton className={styles.start} aria-busy={isPending} onClick={start}>
        <Headset />
        <span className={styles.words}>Premium support</span>
      </UnstyledButton>
      <a className={styles.chat} href={product.whatsapp} target="_blank" rel="noreferrer">
        Chat on WhatsApp
      </a>
    </div>
  )
}

/**
 * Returns a function that opens the conversation with a business (our support by default), or starts one. Without a
 * network, it opens `/support`, where a person can write to us for later, call, or send an SMS.
 */
export function useStartConversation(business: string = supportBusiness) {
  const navigate = useNavigate()
  const online = useOnline()
  const act = useIdempotencyKey()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const key = act.keyFor(business)
      const { id } = await call(startConversation, { business_id: business }, { key })
      if (!id) throw new CallError({ detail: 'The conversation has no id.' })
      return id
    },
    onMutate: rememberPage,
    onSettled: (_, error) => act.settle(error ?? undefined),
    onSuccess: (id, _, isStillHere) =>
      isStillHere()
        ? navigate(`/support?conversation_id=${encodeURIComponent(id)}`)
        : showToast('Your conversation is under Messages.'),
    onError: (error, _, isStillHere) => {
      const isHere = isStillHere?.() !== false
      if (!(error instanceof CallError && error.status === 401)) {
        showToast('Failed to start support chat. Please try again.')
        if (isHere && (!(error instanceof CallError) || error.is_offline)) void navigate('/support')
        return
      }
      // The login page says why it is here, and how to reach us without an account.
      if (isHere) loadDocument(`${makeLoginPath()}&for=support`)
    },
  })
  const start = () => (online ? mutate() : void navigate('/support'))
  return { start: () => !isPending && start(), isPending }
}

function useLater(ms: number): boolean {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLater, ms, true)
    return () => clearTimeout(timer)
  }, [ms])
  return isLater
}

function Headset() {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" fill="none" aria-hidden="true">
      <path
        d="M4.5 14v-2a7.5 7.5 0 0 1 15 0v2m0 3c0 2-1.6 3-4 3h-2M3.5 14h3v4.5h-1a2 2 0 0 1-2-2zm14 0h3v2.5a2 2 0 0 1-2 2h-1z"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
