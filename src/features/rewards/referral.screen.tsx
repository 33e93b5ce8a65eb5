import { formatNaira } from '#contract/money'
import { product } from '#contract/product'
import type { Referral } from '#contract/rewards/model'
import { maxListedFriends, maxReferralsPerMonth } from '#contract/rewards/rules'
import { computeDay, formatDay } from '#lib/format'
import { QueryResult } from '#ui/query-result'
import { Button, ButtonAnchor } from '#ui/button'
import { Card, Page } from '#ui/page'
import { EmptyState } from '#ui/pictures/empty'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getReferralQuery } from './queries.ts'
import styles from './rewards.module.css'

const back = { to: '/profile', label: 'Profile' }

/** The user's referral code, buttons to share it, the reward, and the people who joined with it. */
export function ReferralScreen() {
  const referral = useQuery(getReferralQuery)
  return (
    <QueryResult query={referral} back={back} title="Invite friends">
      {(data) => (
        <Page title="Invite friends" back={back} narrow>
          <Invitation referral={data} />
          <Friends referral={data} />
          <Limits />
        </Page>
      )}
    </QueryResult>
  )
}

const canShare = () => typeof navigator.share === 'function'

function Invitation({ referral }: { referral: Referral }) {
  const { share_text, code, link } = referral
  const [copied, setCopied] = useState(false)
  const encoded = encodeURIComponent(share_text)
  async function share() {
    try {
      if (canShare()) await navigator.share({ text: share_text })
      else {
        await navigator.clipboard.writeText(share_text)
        setCopied(true)
      }
    } catch {
      // The share sheet was closed, or copying is not allowed. The code and the link are visible above.
    }
  }
  const reward = formatNaira(referral.reward_kobo)
  return (
    <Card label="Your code">
      <p>
        A friend joins with your code. After the friend’s first trip you get <b>{reward}</b> for
        each seat of it, and your friend gets the same, both in the wallet.
      </p>
      <p className={styles.code}>{code}</p>
      <p className={styles.link}>{link}</p>
      <div className={styles.actions}>
        <Button kind="primary" onClick={() => void share()}>
          {canShare() ? 'Share' : 'Copy the invitation'}
        </Button>
        <ButtonAnchor href={`https://wa.me/?text=${encoded}`} target="_blank">
          WhatsApp
        </ButtonAnchor>
        <ButtonAnchor href={`sms:?body=${encoded}`}>SMS</ButtonAnchor>
      </div>
      <p role="status" className={styles.soft}>
        {copied && 'Copied. Paste it where you write to your friend.'}
      </p>
    </Card>
  )
}

const stateLabels = {
  waiting: 'has not travelled yet',
  rewarded: 'travelled, you were both paid',
  not_counted: 'does not count',
} as const

function Friends({ referral }: { referral: Referral }) {
  const { friends } = referral
  return (
    <Card label="Your friends">
      <h2>Who joined</h2>
      {friends.length === 0 ? (
        <EmptyState picture="people" title="Nobody yet. Send your code to somebody who travels." />
      ) : (
        <>
          <p>
            You have earned <b>{formatNaira(referral.earned_kobo)}</b> so far.
          </p>
          <ul className={styles.rows}>
            {friends.map((friend) => (
              <li key={`${friend.first_name}${friend.joined_at}`}>
                <b>{friend.first_name}</b>
                <time dateTime={friend.joined_at}>{formatDay(computeDay(friend.joined_at))}</time>
                <span className={styles.state}>{stateLabels[friend.state]}</span>
              </li>
            ))}
          </ul>
          {friends.length >= maxListedFriends && (
            <p className={styles.soft}>Only the newest {maxListedFriends} are listed.</p>
          )}
        </>
      )}
    </Card>
  )
}

function Limits() {
  return (
    <Card label="What counts">
      <h2>What counts</h2>
      <ul className={styles.limits}>
        <li>Your friend is new to {product.name} and joins with your code.</li>
        <li>
          The first trip is paid and travelled, with a ticket that was checked at the bus. A
          cancelled trip does not count; the next one does.
        </li>
        <li>
          You are both paid for up to {maxReferralsPerMonth} friends a month. More can join, without
          a reward.
        </li>
        <li>
          You cannot invite yourself under another name or number. If it looks like that, our staff
          check it first.
        </li>
      </ul>
    </Card>
  )
}
