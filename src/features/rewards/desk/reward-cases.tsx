import { formatNaira } from '#contract/money'
import { formatCount } from '#contract/quantities'
import { decideRewardCase, listRewardCasesForStaff } from '#contract/rewards/endpoints'
import { DecideRewardCaseInput, type RewardCase } from '#contract/rewards/model'
import { minDepartureBuyers, rewardSharePercent } from '#contract/rewards/rules'
import { call } from '#lib/api'
import { formatMoment } from '#lib/format'
import { useForm } from '#lib/use-form'
import { QueryResult } from '#ui/query-result'
import { Button } from '#ui/button'
import { OutcomeNotice, type OutcomeText, useOutcome, useRefusalOutcome } from '#ui/desk/outcome'
import { CardList, DeskPage, MutedText } from '#ui/desk/page'
import { Pager } from '#ui/desk/pager'
import { TextField } from '#ui/fields'
import { Form } from '#ui/form'
import { ButtonRow } from '#ui/notice'
import { Card } from '#ui/page'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

const key = 'reward cases'
const casesQuery = (page: number) =>
  queryOptions({
    queryKey: [key, page],
    queryFn: ({ signal }) => call(listRewardCasesForStaff, { page }, { signal }),
  })

/** Bookings whose points and referral rewards await a decision. A member grants or refuses each, with a reason. */
export function RewardCasesScreen() {
  const [page, setPage] = useState(1)
  const query = useQuery(casesQuery(page))
  const { outcome, setOutcome } = useOutcome(query.data?.data.map(({ id }) => id))
  return (
    <DeskPage title="Reward checks">
      <p>
        On these trips the buyer and the operator, or a friend and the person who invited them, may
        be the same people. Their points and rewards wait for you.
      </p>
      <OutcomeNotice outcome={outcome} />
      <QueryResult query={query}>
        {({ data, meta }) => (
          <>
            {data.length === 0 && <MutedText>Nothing is waiting.</MutedText>}
            <CardList>
              {data.map((one) => (
                <CaseCard key={one.id} one={one} onOutcome={setOutcome} />
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

const signLabels: Record<RewardCase['signs'][number], string> = {
  member: 'The buyer, or the person who invited them, works for the operator.',
  few_buyers: `The operator added this departure itself, and it has fewer than ${minDepartureBuyers} buyers.`,
  operator_device: 'The buyer uses a phone of somebody who works for the operator.',
  operator_network: 'The buyer uses the network from which the operator works.',
  operator_card: 'The buyer paid with a card of somebody who works for the operator.',
  buyer_device:
    'The buyer shares a phone with another buyer of departures that this operator added.',
  buyer_network:
    'The buyer shares a network with another buyer of departures that this operator added.',
  buyer_card: 'The buyer shares a card with another buyer of departures that this operator added.',
  referrer_device: 'The friend uses a phone of the person who invited them.',
  referrer_network: 'The friend uses the network of the person who invited them.',
  referrer_card: 'The friend paid with a card of the person who invited them.',
}

interface Props {
  one: RewardCase
  onOutcome: (outcome: OutcomeText | undefined) => void
}

function CaseCard({ one, onOutcome }: Props) {
  const { id, booking, signs, who, referrer, operator, from, to, seats, total_kobo, fee_kobo } = one
  const client = useQueryClient()
  const isApproved = useRef(true)
  const [reason, setReason] = useState('')
  const form = useForm(DecideRewardCaseInput, {
    draft: { value: reason },
    read: (text) => ({ id, became: isApproved.current ? 'approved' : 'refused', reason: text }),
    send: (input, act) => call(decideRewardCase, input, { key: act }),
    done: ({ state }) => {
      onOutcome({
        text:
          state === 'approved'
            ? `${who} gets the rewards of ${booking}.`
            : `${who} gets no rewards of ${booking}.`,
      })
      return client.invalidateQueries({ queryKey: [key] })
    },
    // Another member has decided.
    afterRefusal: () => client.invalidateQueries({ queryKey: [key] }),
  })
  useRefusalOutcome(id, { error: form.error, isPending: form.isSending }, onOutcome)
  const decideAs = (approved: boolean) => () => {
    isApproved.current = approved
    form.submit()
  }
  return (
    <Card as="li" label={`Rewards of ${booking}`}>
      <p>
        <b>{who}</b>
        {referrer !== null && `, invited by ${referrer}`}
      </p>
      <p>
        {operator}, {from} to {to}, {formatMoment(Date.parse(one.departs_at))}.{' '}
        {formatCount(seats, 'seat')} for {formatNaira(total_kobo)}, booking {booking}.{' '}
        {formatCount(one.buyers, 'buyer')} on this departure.
      </p>
      <ul>
        {signs.map((sign) => (
          <li key={sign}>{signLabels[sign]}</li>
        ))}
      </ul>
      <MutedText>
        We earned {formatNaira(fee_kobo)}. The rewards are at most {rewardSharePercent}% of it. They
        have waited since {formatMoment(Date.parse(one.opened_at))}.
      </MutedText>
      <Form
        onSubmit={() => undefined}
        error={form.error}
        action={
          <ButtonRow>
            <Button busy={form.isSending} onClick={decideAs(true)}>
              Give the rewards
            </Button>
            <Button kind="danger" busy={form.isSending} onClick={decideAs(false)}>
              Refuse them
            </Button>
          </ButtonRow>
        }
      >
        <TextField
          label="Why"
          hint="It is kept in the log. The traveller does not see it."
          value={reason}
          maxLength={300}
          onChange={setReason}
          error={form.errors['reason']}
        />
      </Form>
    </Card>
  )
}
