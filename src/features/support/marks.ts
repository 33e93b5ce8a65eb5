import { updateReadMarks, sayTyping } from '#contract/support/endpoints'
import { typingSignalSeconds, typingSeconds } from '#contract/support/rules'
import { call } from '#lib/api'
import { serverNow } from '#lib/clock'
import { useScreenEvent } from '#lib/live'
import { isSavingData, useOnline } from '#lib/online'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { LoadedMessages } from './loaded-messages.ts'

/** The pause before a failed read mark is repeated, ms. */
const retry_ms = 10_000

/** Sends the user's read mark while the screen is visible, once for each message. */
export function useSendReadMark(id: string, loaded: LoadedMessages | undefined): void {
  const queries = useQueryClient()
  const online = useOnline()
  const last = loaded?.messages.findLast(({ from }) => from === 'them')?.seq ?? 0
  const known = loaded?.marks?.my_read
  const [tries, setTries] = useState(0)
  const [shown, setShown] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const look = () => setShown(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  useEffect(() => {
    if (!shown || !online || known === undefined || last <= known) return
    let again: ReturnType<typeof setTimeout> | undefined
    call(updateReadMarks, { id, got: last, read: last }).then(
      () => {
        void queries.invalidateQueries({ queryKey: ['countUnread'] })
        void queries.invalidateQueries({ queryKey: ['listConversations'] })
      },
      // Repeat after a failure, as long as the messages are on the screen.
      () => (again = setTimeout(setTries, retry_ms, (before: number) => before + 1)),
    )
    return () => clearTimeout(again)
  }, [id, last, known, shown, online, tries, queries])
}

/** Stays true for `typingSeconds` after each signal, or until a message arrives. */
export function useIsOtherSideTyping(id: string): boolean {
  const [at, setAt] = useState(0)
  useScreenEvent('typing', (subject) => subject === id && setAt(serverNow()))
  useScreenEvent('message', (subject) => subject === id && setAt(0))
  useEffect(() => {
    const timer = setTimeout(setAt, typingSeconds * 1000, 0)
    return () => clearTimeout(timer)
  }, [at])
  return at > 0
}

/** Returns a function that sends typing signals: at most one every few seconds, and none with data saver on. */
export function useTypingSignal(id: string | undefined): () => void {
  const online = useOnline()
  const said = useRef(0)
  return () => {
    const now = serverNow()
    if (
      id === undefined ||
      !online ||
      isSavingData() ||
      now - said.current < typingSignalSeconds * 1000
    )
      return
    said.current = now
    call(sayTyping, { id }).catch(() => undefined)
  }
}
