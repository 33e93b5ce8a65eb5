import type { DeskMembership } from '#contract/members/model'
import { formatNaira, parseNaira } from '#contract/money'
import { recommendClaim } from '#contract/parcels/endpoints'
import { ClaimAnswerInput, type OperatorClaim } from '#contract/parcels/claims'
import { product } from '#contract/product'
import { call } from '#lib/api'
import { findNairaError } from '#lib/number-errors'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { ChoiceField } from '#ui/choices'
import { AreaField, TextField } from '#ui/fields'
import { Form } from '#ui/form'
import { ButtonRow } from '#ui/notice'
import { type OutcomeText, useRefusalOutcome } from '#ui/desk/outcome'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import styles from './claims.module.css'
import { findClaimEndpoints, type DeskClaim } from './queries.ts'

interface Props {
  kind: 'answer' | 'recommend'
  claim: DeskClaim
  membership: DeskMembership
  onOutcome: (outcome: OutcomeText | undefined) => void
}

/**
 * Pays a claim in full or in part, or refuses it, after a confirmation. An operator may be allowed only to recommend a
 * payment or a refusal.
 */
export function ClaimAnswerForm(props: Props) {
  const { kind, claim, membership } = props
  const { entered, change, form, isSure, most, kobo } = useAnswerForm(props)
  const { errors, isSending } = form
  return (
    <Form
      onSubmit={form.submit}
      error={form.error}
      action={
        isSure ? (
          <Confirmation
            text={confirmationText(kobo, claim, membership)}
            yes={kobo === 0 ? 'Yes, refuse it' : `Yes, pay ${formatNaira(kobo)}`}
            isRefusal={kobo === 0}
            isSending={isSending}
            onBack={() => change({})}
          />
        ) : (
          <ButtonRow>
            <Button type="submit" kind="primary" busy={isSending}>
              {kind === 'answer' ? 'Continue' : 'Send'}
            </Button>
          </ButtonRow>
        )
      }
    >
      <ChoiceField
        label={kind === 'answer' ? 'Your answer' : 'What you recommend'}
        name={`answer-${claim.id}`}
        value={entered.choice}
        error={errors['choice']}
        options={[
          { value: 'pay', label: 'Pay' },
          { value: 'refuse', label: 'Refuse' },
        ]}
        onChange={(choice) => change({ choice })}
      />
      {entered.choice === 'pay' && (
        <TextField
          label="How much, in naira?"
          hint={`At most ${formatNaira(most)}`}
          inputMode="decimal"
          maxLength={20}
          autoComplete="off"
          value={entered.amount}
          error={findNairaError(entered.amount) ?? errors['pay_kobo']}
          onChange={(amount) => change({ amount })}
        />
      )}
      <AreaField
        label="Why"
        hint={kind === 'answer' ? 'The sender reads this.' : `${product.name} reads this.`}
        rows={3}
        maxLength={300}
        value={entered.words}
        error={errors['words']}
        onChange={(words) => change({ words })}
      />
    </Form>
  )
}

function useAnswerForm({ kind, claim, membership, onOutcome }: Props) {
  const { id, asked_kobo, cover_kobo, recommended } = claim
  const most = Math.min(asked_kobo, cover_kobo)
  const client = useQueryClient()
  const [isSure, setSure] = useState(false)
  const [entered, setEntered] = useState({
    choice: '',
    amount: String((recommended?.pay_kobo || most) / 100),
    words: '',
  })
  const kobo = entered.choice === 'pay' ? (parseNaira(entered.amount) ?? 0) : 0
  const form = useForm(ClaimAnswerInput, {
    draft: { value: entered },
    read: ({ words }) => ({ id, pay_kobo: kobo, words }),
    faults: ({ choice }): Record<string, string> => {
      if (choice === '') return { choice: 'Choose one.' }
      if (choice === 'pay' && kobo === 0) return { pay_kobo: 'Enter an amount.' }
      return kobo > most ? { pay_kobo: `At most ${formatNaira(most)}.` } : {}
    },
    send: async (input, key): Promise<OperatorClaim | undefined> => {
      if (kind === 'recommend') return call(recommendClaim, input, { key })
      if (!isSure) {
        setSure(true)
        return undefined
      }
      try {
        return await call(findClaimEndpoints(membership).answer, input, { key })
      } catch (error) {
        setSure(false)
        throw error
      }
    },
    done: async (answer) => {
      if (answer === undefined) return
      await client.invalidateQueries({ queryKey: ['claims'] })
      onOutcome({ text: doneText(kind, answer) })
    },
    // Another member has answered, or the cover has changed.
    afterRefusal: () => client.invalidateQueries({ queryKey: ['claims'] }),
  })
  useRefusalOutcome(id, { error: form.error, isPending: form.isSending }, onOutcome)
  const change = (part: Partial<typeof entered>) => {
    setSure(false)
    setEntered((before) => ({ ...before, ...part }))
  }
  return { entered, change, form, isSure, most, kobo }
}

function confirmationText(
  kobo: number,
  { is_insured, operator }: DeskClaim,
  membership: DeskMembership,
): string {
  if (kobo === 0) return 'Refuse this claim? The sender gets no money, and reads why.'
  if (is_insured) return `Pay ${formatNaira(kobo)} from the insurance into the sender’s wallet?`
  const whose = membership.operator === null ? `the cost of ${operator?.name}` : 'your cost'
  return `Pay ${formatNaira(kobo)} into the sender’s wallet, at ${whose}?`
}

function doneText(kind: Props['kind'], answer: OperatorClaim): string {
  const { waybill, state, granted_kobo } = answer
  if (kind === 'recommend') return `${product.name} has your recommendation for ${waybill}.`
  if (state === 'refused') return `The claim for ${waybill} is refused.`
  return state === 'accepted'
    ? `${formatNaira(granted_kobo)} for ${waybill} is in the sender’s wallet.`
    : `${formatNaira(granted_kobo)} for ${waybill} is accepted, and paid as soon as the insurance has the money.`
}

/** The confirmation. It takes the focus, so that screen readers read it. */
function Confirmation({
  text,
  yes,
  isRefusal,
  isSending,
  onBack,
}: {
  text: string
  yes: string
  isRefusal: boolean
  isSending: boolean
  onBack: () => void
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} role="group" aria-label={text} className={styles.confirmation}>
      <p>
        <b>{text}</b> This cannot be undone.
      </p>
      <ButtonRow>
        <Button type="submit" kind={isRefusal ? 'danger' : 'primary'} busy={isSending}>
          {yes}
        </Button>
        <Button disabled={isSending} onClick={onBack}>
          Change
        </Button>
      </ButtonRow>
    </div>
  )
}
