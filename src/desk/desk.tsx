import type { DeskPlace } from '#contract/members/model'
import { roleWords } from '#contract/members/roles'
import { product } from '#contract/product'
import { LogInForm, LogOut, wayTo } from '#features/accounts'
import { followChanges } from '#features/events'
import { useUser } from '#lib/session'
import { Answer } from '#ui/answer'
import { ButtonAnchor } from '#ui/button'
import { Notice } from '#ui/notice'
import { Card, Page } from '#ui/page'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, Route, Routes, useLocation, useSearchParams } from 'react-router-dom'
import { Audit } from './audit.tsx'
import { Claims } from './claims.tsx'
import styles from './desk.module.css'
import { EnterCode, SetUp } from './factor.tsx'
import { Inbox } from './inbox.tsx'
import { Invited } from './invited.tsx'
import { Listings } from './listings.tsx'
import { Members } from './members.tsx'
import { Moderation } from './moderation.tsx'
import { heardAtDesk, placeQuery, queries } from './queries.ts'
import { ReadyAnswers } from './ready-answers.tsx'
import { Refunds } from './refunds.tsx'
import { Reviews } from './reviews.tsx'

/** The desk: the app for operators' members and our staff. */
export function Desk() {
  return (
    <QueryClientProvider client={queries}>
      <div className={styles.whole}>
        <Entry />
      </div>
    </QueryClientProvider>
  )
}

function Entry() {
  const user = useUser()
  const [params] = useSearchParams()
  const code = params.get('invitation')
  if (user === undefined) return <LogIn />
  return code === null ? <Place /> : <Invited code={code} />
}

/** The usual login; afterwards the desk is a new document. */
function LogIn() {
  return (
    <main>
      <Page title={`${product.name} desk`} narrow>
        <p>For operators and our own staff. Log in with your account.</p>
        <Card>
          <LogInForm back={wayTo(location.pathname + location.search)} />
        </Card>
      </Page>
    </main>
  )
}

function Place() {
  const query = useQuery(placeQuery)
  return (
    <Answer
      query={query}
      title={`${product.name} desk`}
      refused={{ not_found: () => <NoPlace />, not_signed_in: () => <LogIn /> }}
    >
      {(place) => {
        if (place.second_factor === 'missing') return <SetUp />
        if (place.second_factor === 'asked') return <EnterCode />
        return <AtWork place={place} />
      }}
    </Answer>
  )
}

function NoPlace() {
  return (
    <main>
      <Page title="You are not at a desk yet" narrow>
        <Notice
          kind="mind"
          actions={
            <>
              <ButtonAnchor href="/">Go to {product.name}</ButtonAnchor>
              <LogOut>Log out</LogOut>
            </>
          }
        >
          Ask the owner of your desk for an invitation. It comes by email and opens here.
        </Notice>
      </Page>
    </main>
  )
}

const isHead = ({ role }: DeskPlace) => role === 'owner' || role === 'admin'

function AtWork({ place }: { place: DeskPlace }) {
  const mayAnswer = place.may.includes('support')
  const { pathname } = useLocation()
  // A conversation belongs to the inbox.
  const here = pathname.startsWith('/c/') ? '/' : pathname
  useEffect(() => {
    if (mayAnswer) followChanges(queries, heardAtDesk)
  }, [mayAnswer])
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a phone the links are wider than the screen: scroll to the current one.
    const open = nav.current?.querySelector('[aria-current="page"]')
    open?.scrollIntoView?.({ block: 'nearest', inline: 'center' })
  }, [here])
  const mayModerate = place.may.includes('moderation')
  const mayReply = place.operator !== null && place.may.includes('reviews')
  const mayRefund = place.may.includes('refunds')
  const mayAnswerClaims = place.may.includes('claims')
  const mayList = place.operator === null && place.may.includes('directory')
  const ways = [
    ...(mayAnswer
      ? [
          { to: '/', label: 'Inbox' },
          { to: '/answers', label: 'Ready answers' },
        ]
      : []),
    ...(mayReply ? [{ to: '/reviews', label: 'Reviews' }] : []),
    ...(mayAnswerClaims ? [{ to: '/claims', label: 'Claims' }] : []),
    ...(mayList ? [{ to: '/businesses', label: 'Businesses' }] : []),
    ...(mayModerate ? [{ to: '/moderation', label: 'Moderation' }] : []),
    ...(mayRefund ? [{ to: '/refunds', label: 'Refunds' }] : []),
    ...(isHead(place)
      ? [
          { to: '/members', label: 'Members' },
          { to: '/log', label: 'Log' },
        ]
      : []),
  ]
  const talks = mayAnswer ? <Inbox place={place} /> : <Moderation />
  return (
    <div className={styles.desk}>
      <header className={styles.top}>
        <b className={styles.whose}>{place.operator?.name ?? product.name}</b>
        <span className={styles.who}>
          {place.name}, {roleWords[place.role].toLowerCase()}
        </span>
        <LogOut>Log out</LogOut>
      </header>
      <nav ref={nav} className={styles.ways} aria-label="Desk">
        {ways.map(({ to, label }) => (
          <Link key={to} to={to} className={styles.way} aria-current={to === here && 'page'}>
            {label}
          </Link>
        ))}
      </nav>
      <main className={styles.work}>
        <Routes>
          <Route path="/" element={talks} />
          <Route path="/c/:id" element={talks} />
          {mayAnswer && <Route path="/answers" element={<ReadyAnswers />} />}
          {mayReply && <Route path="/reviews" element={<Reviews />} />}
          {mayAnswerClaims && <Route path="/claims" element={<Claims place={place} />} />}
          {mayList && <Route path="/businesses" element={<Listings />} />}
          {mayModerate && <Route path="/moderation" element={<Moderation />} />}
          {mayRefund && <Route path="/refunds" element={<Refunds />} />}
          {isHead(place) && <Route path="/members" element={<Members place={place} />} />}
          {isHead(place) && <Route path="/log" element={<Audit />} />}
          <Route path="*" element={talks} />
        </Routes>
      </main>
    </div>
  )
}
