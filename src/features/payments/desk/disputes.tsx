import { answerDispute, listDisputes } from '#contract/payments/endpoints'
import { AnswerDisputeInput, type StaffDispute } from '#contract/payments/model'
import { evidenceProviders, providerNames } from '#contract/payments/rules'
import { call } from '#lib/api'
import { formatMoment } from '#lib/format'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { ChoiceField } from '#ui/choices'
import { OutcomeNotice, type OutcomeText, useOutcome, useRefusalOutcome } from '#ui/desk/outcome'
import { CardList, DeskPage, MutedText } from '#ui/desk/page'
import { Pager } from '#ui/desk/pager'
import { AreaField } from '#ui/fields'
import { Form } from '#ui/form'
import { Money } from '#ui/money'
import { Card } from '#ui/page'
import { PhotoField } from '#ui/photo-field'
import { QueryResult } from '#ui/query-result'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { payableKindLabels } from './payable-kind-labels.ts'
import styles from './refunds.module.css'

const key = 'disputes'
const disputesQuery = (page: number) =>
  queryOptions({
    queryKey: [key, page],
    queryFn: ({ signal }) => call(listDisputes, { page }, { signal }),
  })

/** Payments that their payers dispute at their banks, the earliest deadline first. */
export function DisputesScreen() {
  const [page, setPage] = useState(1)
  const query = useQuery(disputesQuery(page))
  const { outcome, setOutcome } = useOutcome(
    query.data?.data.filter(isAnswerable).map(({ id }) => id),
  )
  return (
    <DeskPage title="Disputes">
      <p>
        A payer’s bank asks for these payments back. Without an answer by the due date the money is
        lost. Until then it is held: nothing of the payment is refunded.
      </p>
      <OutcomeNotice outcome={outcome} />
      <QueryResult query={query}>
        {({ data, meta }) => (
          <>
            {data.length === 0 && <MutedText>No payment is disputed.</MutedText>}
            <CardList>
              {data.map((dispute) => (
                <DisputeCard key={dispute.id} dispute={dispute} onOutcome={setOutcome} />
              ))}
            </CardList>
            <Pager
              meta={meta}
              onPage={(next) => {
                setPage(next)
                setOutcome(undefined)
              }}
            />
          </>
        )}
      </QueryResult>
    </DeskPage>
  )
}

const isAnswerable = ({ state, answer }: StaffDispute) => state === 'open' && answer === null

const states: Record<StaffDispute['state'], string> = {
  open: 'Open',
  lost: 'Lost: the bank took the money',
  won: 'Won: the money is free again',
}

interface CardProps {
  dispute: StaffDispute
  onOutcome: (outcome: OutcomeText | undefined) => void
}

function DisputeCard({ dispute, onOutcome }: CardProps) {
  const { who, kind, reference, about, amount_kobo, state, provider, payment, due_at } = dispute
  const company = providerNames[provider]
  return (
    <Card as="li" label={`Dispute ${reference}`}>
      <p className={styles.head}>
        <b>{who ?? 'No name'}</b>
        <b>
          <Money kobo={amount_kobo} />
        </b>
      </p>
      <p>
        {payableKindLabels[kind]} {reference}. {states[state]}.
      </p>
      {state === 'open' && due_at !== null && (
        <p>
          <b>Answer by {formatMoment(Date.parse(due_at))}.</b>
        </p>
      )}
      {about !== null && <MutedText>{about}</MutedText>}
      {state === 'open' && <p>{adviceFor(dispute)}</p>}
      <MutedText>
        Opened {formatMoment(Date.parse(dispute.opened_at))} · {company} says “{dispute.said}” ·
        dispute <span className={styles.reference}>{dispute.company_id}</span>, payment{' '}
        <span className={styles.reference}>{payment}</span>
      </MutedText>
      {isAnswerable(dispute) && <AnswerForm dispute={dispute} onOutcome={onOutcome} />}
      {dispute.answer !== null && <p>{answerOf(dispute, company)}</p>}
    </Card>
  )
}

const adviceFor = ({ kind }: StaffDispute): string =>
  kind === 'wallet'
    ? 'The sum is held in the wallet of who added it.'
    : 'What was bought stays valid. If nobody has travelled yet, it may be cancelled; its refund then waits for the bank.'

function answerOf(dispute: StaffDispute, company: string): string {
  const { answer, message, has_evidence } = dispute
  const what = answer === 'accept' ? 'We accepted it' : 'We contested it'
  const photo = has_evidence ? ', with a photo' : ''
  const said = message === null ? '.' : `: “${message}”`
  return `${what}${photo}${said} ${progressOf(dispute, company)}`
}

function progressOf({ is_sent, state }: StaffDispute, company: string): string {
  if (is_sent) return `${company} has this answer.`
  return state === 'open'
    ? 'The answer is on its way.'
    : 'It was decided before the answer was sent.'
}

function AnswerForm({ dispute: { id, provider }, onOutcome }: CardProps) {
  const client = useQueryClient()
  const [answer, setAnswer] = useState('contest')
  const [message, setMessage] = useState('')
  const [evidence, setEvidence] = useState('')
  const { submit, isSending, errors, error } = useForm(AnswerDisputeInput, {
    draft: { value: { answer, message, evidence } },
    read: (values) => ({
      id,
      answer: values.answer,
      message: values.message,
      ...(values.evidence !== '' && { evidence: values.evidence }),
    }),
    send: (input, write) => call(answerDispute, input, { key: write }),
    done: () => void client.invalidateQueries({ queryKey: [key] }),
    // Another member has answered, or the bank has decided.
    afterRefusal: () => client.invalidateQueries({ queryKey: [key] }),
  })
  useRefusalOutcome(id, { error, isPending: isSending }, onOutcome)
  return (
    <Form
      onSubmit={submit}
      error={error}
      action={
        <Button type="submit" kind="primary" busy={isSending}>
          Send the answer
        </Button>
      }
    >
      <ChoiceField
        label="Your answer"
        name={`answer-${id}`}
        value={answer}
        onChange={setAnswer}
        options={[
          { value: 'contest', label: 'Contest it' },
          { value: 'accept', label: 'Refund the payer' },
        ]}
      />
      <AreaField
        label="Why"
        hint="For the bank: what was bought, when it was used, what the payer wrote"
        value={message}
        error={errors['message']}
        onChange={setMessage}
      />
      {evidenceProviders.includes(provider) ? (
        <PhotoField
          label="Evidence"
          hint="A photo of the manifest, the ticket or the conversation"
          optional
          value={evidence}
          error={errors['evidence']}
          onChange={setEvidence}
        />
      ) : (
        <MutedText>
          {providerNames[provider]} takes evidence only in its own dashboard: upload photos there.
        </MutedText>
      )}
    </Form>
  )
}
