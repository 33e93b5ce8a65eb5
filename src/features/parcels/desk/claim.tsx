import { describeCover, describeDeclaredValue } from '#contract/parcels/goods'
import { pluralize, formatCount } from '#contract/quantities'
import type { DeskMembership } from '#contract/members/model'
import { formatNaira } from '#contract/money'
import { product } from '#contract/product'
import { callFile } from '#lib/api'
import { formatMoment } from '#lib/format'
import { Button } from '#ui/button'
import type { OutcomeText } from '#ui/desk/outcome'
import { MutedText, WrittenText } from '#ui/desk/page'
import { LoadedPhoto } from '#ui/desk/photo'
import { SecondFactorGate } from '#ui/desk/second-factor-gate'
import { FactList } from '#ui/facts'
import { ButtonRow } from '#ui/notice'
import { Card } from '#ui/page'
import { useState } from 'react'
import { ClaimAnswerForm } from './claim-answer.tsx'
import styles from './claims.module.css'
import { findClaimEndpoints, type DeskClaim } from './queries.ts'

const kindLabels = {
  lost: 'Lost',
  damaged: 'Damaged',
  missing: 'Something missing',
} as const satisfies Record<DeskClaim['kind'], string>

interface Props {
  claim: DeskClaim
  membership: DeskMembership
  onOutcome: (outcome: OutcomeText | undefined) => void
}

/** One claim: its description, photos, sums and history, and the buttons to answer it. */
export function ClaimCard({ claim, membership, onOutcome }: Props) {
  const { kind, asked_kobo, waybill, operator, created_at, words } = claim
  return (
    <Card as="li" label={`${kindLabels[kind]}, ${waybill}`}>
      <div>
        <h2 className={styles.name}>
          {kindLabels[kind]}: {formatNaira(asked_kobo)} claimed
        </h2>
        <MutedText>
          {operator !== undefined && `${operator.name} · `}
          {waybill} · {formatMoment(Date.parse(created_at))}
        </MutedText>
      </div>
      {words !== '' && <WrittenText>{words}</WrittenText>}
      <Photos claim={claim} membership={membership} />
      <Sums claim={claim} />
      <History claim={claim} membership={membership} />
      {claim.state === 'open' && (
        <AnswerButtons claim={claim} membership={membership} onOutcome={onOutcome} />
      )}
    </Card>
  )
}

/** The photos of a claim. They load only when the member asks for them. */
function Photos({ claim: { id, photos }, membership }: Pick<Props, 'claim' | 'membership'>) {
  const [isShown, setShown] = useState(false)
  if (photos.length === 0) return <MutedText>No photos.</MutedText>
  if (!isShown)
    return (
      <ButtonRow>
        <Button onClick={() => setShown(true)}>
          {pluralize(
            photos.length,
            'Show the photo',
            `Show ${formatCount(photos.length, 'photo')}`,
          )}
        </Button>
      </ButtonRow>
    )
  return (
    <div className={styles.photos} role="group" aria-label="Photos">
      {photos.map((address, index) => {
        const number = String(index + 1)
        return (
          <LoadedPhoto
            key={address}
            name={['photo', id, number]}
            alt={`Photo ${number} of this claim`}
            load={(options) =>
              callFile(findClaimEndpoints(membership).photo, { id, number }, options)
            }
          />
        )
      })}
    </div>
  )
}

function Sums({ claim }: { claim: DeskClaim }) {
  const { contents, from, to, declared_value_kobo, cover_kobo, is_insured, received_at } = claim
  return (
    <FactList
      facts={[
        ['Route', `${from} → ${to}`],
        ['Contents', contents],
        ['Declared value', describeDeclaredValue(declared_value_kobo)],
        ['Covered up to', describeCover(cover_kobo)],
        ['Insured', is_insured ? 'Yes, the insurance pays' : 'No, the operator pays'],
        [
          'Received',
          received_at === null ? 'Not at a counter' : formatMoment(Date.parse(received_at)),
        ],
      ]}
    />
  )
}

/** The operator's recommendation and the answer, if there are any. */
function History({ claim, membership }: Pick<Props, 'claim' | 'membership'>) {
  const { recommended, answer, decided_at, operator } = claim
  if (recommended === null && decided_at === null) return null
  const who = membership.operator === null ? (operator?.name ?? '') : 'You'
  return (
    <ol className={styles.history} aria-label="History">
      {recommended !== null && (
        <li>
          {who} recommended{' '}
          {recommended.pay_kobo === 0
            ? 'refusing it'
            : `paying ${formatNaira(recommended.pay_kobo)}`}
          : “{recommended.words}”<MutedText>{formatMoment(Date.parse(recommended.at))}</MutedText>
        </li>
      )}
      {decided_at !== null && (
        <li>
          {outcomeOf(claim)} {answer !== null && `“${answer}”`}
          <MutedText>{formatMoment(Date.parse(decided_at))}</MutedText>
        </li>
      )}
    </ol>
  )
}

function outcomeOf({ state, granted_kobo, paid_kobo }: DeskClaim): string {
  if (state === 'refused') return 'Refused.'
  if (state === 'to_be_paid')
    return `Accepted. ${formatNaira(granted_kobo)} is paid as soon as the insurance has the money.`
  return `Accepted. ${formatNaira(paid_kobo)} is in the sender’s wallet.`
}

/** The buttons to answer a claim. An operator answers its own claims and recommends on all. Our staff answer all. */
function AnswerButtons({ claim, membership, onOutcome }: Props) {
  const [open, setOpen] = useState<'answer' | 'recommend'>()
  const isOperator = membership.operator !== null
  const buttons = [
    ...(isOperator && claim.answers === 'staff'
      ? []
      : [{ kind: 'answer', label: 'Answer' } as const]),
    ...(isOperator ? [{ kind: 'recommend', label: `Recommend to ${product.name}` } as const] : []),
  ]
  return (
    <>
      <ButtonRow>
        {buttons.map(({ kind, label }) => (
          <Button
            key={kind}
            aria-expanded={open === kind}
            onClick={() => setOpen(open === kind ? undefined : kind)}
          >
            {label}
          </Button>
        ))}
      </ButtonRow>
      {open === 'recommend' && (
        <ClaimAnswerForm
          kind="recommend"
          claim={claim}
          membership={membership}
          onOutcome={onOutcome}
        />
      )}
      {open === 'answer' && (
        <SecondFactorGate membership={membership} action="Answering a claim">
          <ClaimAnswerForm
            kind="answer"
            claim={claim}
            membership={membership}
            onOutcome={onOutcome}
          />
        </SecondFactorGate>
      )}
    </>
  )
}
