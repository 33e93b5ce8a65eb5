import type { DeskPlace } from '#contract/members/model'
import { longestMessage } from '#contract/support/model'
import { useActKey } from '#lib/act'
import { call } from '#lib/api'
import { Button } from '#ui/button'
import { AreaField, SelectField } from '#ui/fields'
import { Failed } from '#ui/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import styles from './desk.module.css'
import { cannedQuery, sideOf } from './queries.ts'

/** Where one answers, with what the desk has ready. Words that were not taken stay. */
export function Composer({
  id,
  place,
  seen,
}: {
  id: string
  place: DeskPlace
  /** Up to which message the conversation stands on the screen. */
  seen: number
}) {
  const client = useQueryClient()
  const canned = useQuery(cannedQuery).data ?? []
  const act = useActKey()
  const first = useRef({ key: '', seen })
  const [body, setBody] = useState('')
  const words = body.trim()
  const isLong = words.length > longestMessage
  const sending = useMutation({
    mutationFn: (said: string) => {
      const key = act.keyFor(`${id} ${said}`)
      // What is tried again says the same as it did at first, also where more was said meanwhile.
      if (first.current.key !== key) first.current = { key, seen }
      return call(sideOf(place).answer, { id, body: said, seen: first.current.seen }, { key })
    },
    onSuccess: async (_, said) => {
      // What was typed while it was sent is the next one.
      setBody((now) =>
        now.trimStart().startsWith(said) ? now.trimStart().slice(said.length).trimStart() : now,
      )
      await client.invalidateQueries({ queryKey: ['messages', id] })
    },
    onSettled: (_, error) => act.settle(error ?? undefined),
  })
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        if (words !== '' && !isLong && !sending.isPending) sending.mutate(words)
      }}
    >
      {canned.length > 0 && (
        <SelectField
          label="Ready answers"
          value=""
          empty="Choose one"
          options={canned.map(({ id: value, title }) => ({ value, label: title }))}
          onChange={(chosen) =>
            setBody((now) =>
              [now.trim(), canned.find((one) => one.id === chosen)?.body ?? '']
                .filter((part) => part !== '')
                .join('\n\n'),
            )
          }
        />
      )}
      <AreaField
        label="Your answer"
        rows={3}
        value={body}
        onChange={setBody}
        error={isLong ? `Use at most ${longestMessage} characters.` : undefined}
      />
      <Failed error={sending.error} offline="No network. Your answer stays here; send it again." />
      <Button type="submit" kind="primary" busy={sending.isPending}>
        Send
      </Button>
    </form>
  )
}
