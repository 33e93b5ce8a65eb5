import { setCommunityName, setBlock } from '#contract/communities/endpoints'
import { type MyCommunity, CommunityNameInput } from '#contract/communities/model'
import { call } from '#lib/api'
import { useForm } from '#lib/use-form'
import { QueryResult } from '#ui/query-result'
import { Button } from '#ui/button'
import { TextField } from '#ui/fields'
import { FailureNotice, Form } from '#ui/form'
import { Card } from '#ui/page'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import styles from './communities.module.css'
import { myCommunityQuery, useRefreshCommunity } from './queries.ts'

/** The user's public name, and the people whom they have muted or blocked. */
export function CommunityNameCard() {
  const mine = useQuery(myCommunityQuery)
  return (
    <QueryResult query={mine}>
      {({ name, others }) => (
        <Card label="You in the community">
          <h2>{name === null ? 'Choose a name' : `You are ${name}`}</h2>
          <CommunityNameForm key={name} name={name ?? ''} />
          {others.length > 0 && (
            <>
              <h3>Muted and blocked</h3>
              <ul className={styles.plain}>
                {others.map((other) => (
                  <RestrictedMemberRow key={other.id} {...other} />
                ))}
              </ul>
            </>
          )}
        </Card>
      )}
    </QueryResult>
  )
}

/** The form for the user's public name, the only name that other people see in the community. */
export function CommunityNameForm({ name = '' }: { name?: string }) {
  const [value, setValue] = useState(name)
  const refresh = useRefreshCommunity()
  const form = useForm<string, { name: string }, MyCommunity>(CommunityNameInput, {
    draft: { value },
    read: (written) => ({ name: written }),
    send: (input) => call(setCommunityName, input),
    fieldOf: { name_taken: 'name' },
    done: refresh,
  })
  return (
    <Form
      onSubmit={form.submit}
      watch={form.watch}
      error={form.error}
      action={
        <Button type="submit" busy={form.isSending}>
          {name === '' ? 'Use this name' : 'Change it'}
        </Button>
      }
    >
      <TextField
        label="Name in the community"
        name="name"
        hint="Others see this name alone, never your real one"
        maxLength={30}
        autoComplete="off"
        value={value}
        onChange={setValue}
        error={form.errors['name']}
      />
    </Form>
  )
}

function RestrictedMemberRow({
  id,
  name,
  state,
}: {
  id: string
  name: string
  state: 'muted' | 'blocked'
}) {
  const refresh = useRefreshCommunity()
  const freeing = useMutation({
    mutationFn: () => call(setBlock, { person: id, state: 'none' }),
    onSuccess: refresh,
  })
  return (
    <li>
      {name} ({state}){' '}
      <Button kind="quiet" busy={freeing.isPending} onClick={() => freeing.mutate()}>
        {state === 'muted' ? 'Unmute' : 'Unblock'}
      </Button>
      <FailureNotice error={freeing.error} />
    </li>
  )
}
