import { inviteMember, removeMember, setMemberRole } from '#contract/members/endpoints'
import type { DeskMembership, Member } from '#contract/members/model'
import {
  invitationValidityDays,
  operatorRoles,
  type Role,
  roleLabels,
  staffRoles,
} from '#contract/members/rules'
import { email } from '#contract/shapes'
import { OperatorLogoForm } from '#features/operators/desk'
import { call } from '#lib/api'
import { isOutcomeUnknown } from '#lib/api/idempotency-key'
import { computeDay, formatDay } from '#lib/format'
import { useForm } from '#lib/use-form'
import { MoreButton, QueryResult } from '#ui/query-result'
import { Button } from '#ui/button'
import { ConfirmButton } from '#ui/confirm-button'
import { OutcomeNotice, type OutcomeText, useOutcome, useRefusalOutcome } from '#ui/desk/outcome'
import { CardList, DeskPage, MutedText } from '#ui/desk/page'
import { SelectField, TextField } from '#ui/fields'
import { FailureNotice, Form } from '#ui/form'
import { ButtonRow } from '#ui/notice'
import { Card } from '#ui/page'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { membersQuery } from './queries.ts'

const rolesAt = ({ operator }: DeskMembership): readonly Role[] =>
  operator === null ? staffRoles : operatorRoles
const optionsAt = (membership: DeskMembership) =>
  rolesAt(membership).map((value) => ({ value, label: roleLabels[value] }))
const roleOf = (membership: DeskMembership, value: string) =>
  rolesAt(membership).find((role) => role === value) ?? rolesAt(membership)[0] ?? 'agent'

/** The members and invitations of this desk, the form to invite someone, and an operator's logo. */
export function MembersScreen({ membership }: { membership: DeskMembership }) {
  const query = useInfiniteQuery(membersQuery)
  const members = query.data?.pages.flatMap(({ data }) => data)
  const { outcome, setOutcome } = useOutcome(members?.map(({ id }) => id))
  return (
    <DeskPage title="Members">
      <InviteForm membership={membership} />
      {membership.operator !== null && <OperatorLogoForm name={membership.operator.name} />}
      <OutcomeNotice outcome={outcome} />
      <QueryResult query={{ ...query, data: members }}>
        {(all) => (
          <>
            <CardList>
              {all.map((one) => (
                <MemberRow key={one.id} {...{ one, membership }} onOutcome={setOutcome} />
              ))}
            </CardList>
            <MoreButton query={query} />
          </>
        )}
      </QueryResult>
    </DeskPage>
  )
}

function InviteForm({ membership }: { membership: DeskMembership }) {
  const client = useQueryClient()
  const [address, setAddress] = useState('')
  // At first, the role with the fewest rights at this desk.
  const [role, setRole] = useState<Role>(membership.operator === null ? 'support' : 'attendant')
  const { submit, isSending, errors, error, answer } = useForm(z.strictObject({ email }), {
    draft: { value: { email: address } },
    read: (values) => values,
    send: (input, key) => call(inviteMember, { ...input, role }, { key }),
    done: () => {
      setAddress('')
      return client.invalidateQueries(membersQuery)
    },
  })
  return (
    <Card>
      <h2>Invite somebody</h2>
      {answer && (
        <p role="status">
          Sent to {answer.email}. The invitation is valid for {invitationValidityDays} days.
        </p>
      )}
      <Form
        onSubmit={submit}
        error={error}
        action={
          <Button type="submit" kind="primary" busy={isSending}>
            Send invitation
          </Button>
        }
      >
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="off"
          value={address}
          error={errors['email']}
          onChange={setAddress}
        />
        <SelectField
          label="Role"
          value={role}
          options={optionsAt(membership)}
          onChange={(value) => setRole(roleOf(membership, value))}
        />
      </Form>
    </Card>
  )
}

function MemberRow({
  one,
  membership,
  onOutcome,
}: {
  one: Member
  membership: DeskMembership
  onOutcome: (outcome: OutcomeText | undefined) => void
}) {
  const { id, state, name, role, is_me, has_second_factor, since } = one
  const client = useQueryClient()
  const fresh = () => client.invalidateQueries(membersQuery)
  const after = {
    onSuccess: fresh,
    // Not awaited, so that a refusal is displayed at once.
    onError: (error: Error) => void (isOutcomeUnknown(error) || fresh()),
  }
  const changing = useMutation({
    mutationFn: (to: Role) => call(setMemberRole, { id, role: to }),
    ...after,
  })
  const removing = useMutation({ mutationFn: () => call(removeMember, { id }), ...after })
  /** Of the last attempt: each of them forgets the other's. */
  const error = changing.error ?? removing.error
  const isPending = changing.isPending || removing.isPending
  useRefusalOutcome(id, { error, isPending }, onOutcome)
  const who = state === 'invited' ? (one.email ?? '') : name
  return (
    <Card as="li">
      <p>
        <b>{who}</b>
        {is_me && ' (you)'}
      </p>
      <MutedText>
        {state === 'invited' ? 'Invited' : one.email} · since {formatDay(computeDay(since))}
        {state === 'member' && ` · ${has_second_factor ? 'login codes set up' : 'no login codes'}`}
      </MutedText>
      <SelectField
        label={`Role of ${who}`}
        value={role}
        disabled={changing.isPending}
        options={optionsAt(membership)}
        onChange={(value) => {
          removing.reset()
          changing.mutate(roleOf(membership, value))
        }}
      />
      <FailureNotice error={error} />
      <ButtonRow>
        <ConfirmButton
          yes={`Yes, remove ${who}`}
          busy={removing.isPending}
          onConfirm={() => {
            changing.reset()
            removing.mutate()
          }}
        >
          {state === 'invited' ? 'Cancel invitation' : 'Remove'}
        </ConfirmButton>
      </ButtonRow>
    </Card>
  )
}
