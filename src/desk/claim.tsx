import type { DeskPlace } from '#contract/members/model'
import { naira } from '#contract/money'
import { product } from '#contract/product'
import { showMoment } from '#lib/format'
import { Button } from '#ui/button'
import { Actions } from '#ui/notice'
import { Money } from '#ui/money'
import { Card } from '#ui/page'
import { useState } from 'react'
import { ClaimAnswer } from './claim-answer.tsx'
import type { DeskClaim } from './claim-queries.ts'
import own from './decisions.module.css'
import styles from './desk.module.css'
import { Fact, Facts } from './facts.tsx'
import { ClaimPhoto } from './photo.tsx'

const kindWords = {
  lost: 'Lost',
  damaged: 'Damaged',
  missing: 'Something missing',
} as const satisfies Record<DeskClaim['kind'], string>

interface ClaimProps {
  claim: DeskClaim
  place: DeskPlace
  onDone: (words: string) => void
}

/** One claim: description, photos, sums, history, and the ways to answer. */
export function Claim({ claim, place, onDone }: ClaimProps) {
  const { kind, asked_kobo, waybill, operator, created_at, words } = claim
  return (
    <Card as="li" label={`${kindWords[kind]}, ${waybill}`}>
      <div>
        <h2 className={own.name}>
          {kindWords[kind]}: {naira(asked_kobo)} claimed
        </h2>
        <p className={styles.soft}>
          {operator !== undefined && `${operator.name} · `}
          {waybill} · {showMoment(Date.parse(created_at))}
        </p>
      </div>
      {words !== '' && <p className={styles.words}>{words}</p>}
      <Photos claim={claim} place={place} />
      <Sums claim={claim} />
      <History claim={claim} place={place} />
      {claim.state === 'open' && <Ways claim={claim} place={place} onDone={onDone} />}
    </Card>
  )
}

/** Photos load when they are asked for. */
function Photos({ claim: { id, photos }, place }: Pick<ClaimProps, 'claim' | 'place'>) {
  const [isShown, setShown] = useState(false)
  if (photos.length === 0) return <p className={styles.soft}>No photos.</p>
  if (!isShown)
    return (
      <Actions>
        <Button onClick={() => setShown(true)}>
          {photos.length === 1 ? 'Show the photo' : `Show ${photos.length} photos`}
        </Button>
      </Actions>
    )
  return (
    <div className={own.photos} role="group" aria-label="Photos">
      {photos.map((address, index) => (
        <ClaimPhoto key={address} place={place} id={id} number={String(index + 1)} />
      ))}
    </div>
  )
}

function Sums({ claim }: { claim: DeskClaim }) {
  const { contents, from, to, declared_value_kobo, cover_kobo, is_insured, received_at } = claim
  return (
    <Facts>
      <Fact name="Road">
        {from} → {to}
      </Fact>
      {contents !== null && <Fact name="Contents">{contents}</Fact>}
      <Fact name="Declared value">
        <Money kobo={declared_value_kobo} />
      </Fact>
      <Fact name="Covered up to">
        <Money kobo={cover_kobo} />
      </Fact>
      <Fact name="Insured">{is_insured ? 'Yes, the insurance pays' : 'No, the operator pays'}</Fact>
      <Fact name="Received">
        {received_at === null ? 'Not at a counter' : showMoment(Date.parse(received_at))}
      </Fact>
    </Facts>
  )
}

/** The operator's recommendation and the answer, if any. */
function History({ claim, place }: Pick<ClaimProps, 'claim' | 'place'>) {
  const { recommended, answer, decided_at, operator } = claim
  if (recommended === null && decided_at === null) return null
  const who = place.operator === null ? (operator?.name ?? '') : 'You'
  return (
    <ol className={own.history} aria-label="History">
      {recommended !== null && (
        <li>
          {who} recommended{' '}
          {recommended.pay_kobo === 0 ? 'refusing it' : `paying ${naira(recommended.pay_kobo)}`}: “
          {recommended.words}”
          <p className={styles.soft}>{showMoment(Date.parse(recommended.at))}</p>
        </li>
      )}
      {decided_at !== null && (
        <li>
          {outcomeOf(claim)} {answer !== null && `“${answer}”`}
          <p className={styles.soft}>{showMoment(Date.parse(decided_at))}</p>
        </li>
      )}
    </ol>
  )
}

function outcomeOf({ state, granted_kobo, paid_kobo }: DeskClaim): string {
  if (state === 'refused') return 'Refused.'
  if (state === 'to_be_paid')
    return `Accepted. ${naira(granted_kobo)} is paid as soon as the insurance has the money.`
  return `Accepted. ${naira(paid_kobo)} is in the sender’s wallet.`
}

/** An operator answers its own claims and recommends on all; our staff answer all. */
function Ways({ claim, place, onDone }: ClaimProps) {
  const [open, setOpen] = useState<'answer' | 'recommend'>()
  const isOperator = place.operator !== null
  const ways = [
    ...(isOperator && claim.answers === 'staff'
      ? []
      : [{ way: 'answer', label: 'Answer' } as const]),
    ...(isOperator ? [{ way: 'recommend', label: `Recommend to ${product.name}` } as const] : []),
  ]
  return (
    <>
      <Actions>
        {ways.map(({ way, label }) => (
          <Button
            key={way}
            aria-expanded={open === way}
            onClick={() => setOpen(open === way ? undefined : way)}
          >
            {label}
          </Button>
        ))}
      </Actions>
      {open !== undefined && (
        <ClaimAnswer key={open} way={open} claim={claim} place={place} onDone={onDone} />
      )}
    </>
  )
}
