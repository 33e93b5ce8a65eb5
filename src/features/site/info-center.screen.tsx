import { formatCount } from '#contract/quantities'
import { product } from '#contract/product'
import { supportHours } from '#contract/support/rules'
import { ButtonAnchor } from '#ui/button'
import { TextField } from '#ui/fields'
import { Card, Page } from '#ui/page'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from '#ui/link'
import { useSearchParams } from 'react-router-dom'
import { findQuestions, type Question, questionGroups } from './questions/index.ts'
import { TableOfContents, Paragraphs, useScrollToAnchor } from './reading.tsx'
import styles from './reading.module.css'

/** Answers to common questions, searched on the phone. Each has its own URL, such as `/info-center#luggage`. */
export function InfoCenterScreen() {
  const [params, setParams] = useSearchParams()
  const [entered, setEntered] = useState(params.get('q') ?? '')
  const results = useRef<HTMLDivElement>(null)
  useScrollToAnchor()
  const wanted = entered.trim()
  const found = findQuestions(questionGroups, wanted)

  function search(text: string) {
    setEntered(text)
    setParams(text.trim() === '' ? {} : { q: text.trim() }, { replace: true })
  }
  function goToFirst(event: FormEvent) {
    event.preventDefault()
    results.current?.querySelector('summary')?.focus()
  }

  return (
    <Page
      title="Info Center"
      under="Tickets, luggage, refunds, your wallet, parcels: answers that also open without a network."
      aside={<ContactLinks />}
    >
      <form role="search" onSubmit={goToFirst}>
        <TextField
          label="Search the answers"
          hint="For example refund, luggage or no network"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          value={entered}
          onChange={search}
        />
      </form>
      <p role="status" className={styles.count}>
        {wanted !== '' && formatResultCount(found.length, wanted)}
      </p>
      <div ref={results} className={styles.groups}>
        {wanted === '' ? (
          <Groups />
        ) : found.length > 0 ? (
          <Questions questions={found} />
        ) : (
          <p>Try another word, or call us: we answer {supportHours.toLowerCase()}.</p>
        )}
      </div>
    </Page>
  )
}

function formatResultCount(count: number, wanted: string): string {
  if (count === 0) return `No answer has “${wanted}”.`
  return `${formatCount(count, 'answer')} for “${wanted}”`
}

function Groups() {
  return (
    <>
      <TableOfContents
        label="Subjects"
        places={questionGroups.map(({ id, name }) => ({ to: `#${id}`, heading: name }))}
      />
      {questionGroups.map((group) => (
        <section key={group.id} aria-labelledby={group.id} className={styles.group}>
          <h2 id={group.id}>{group.name}</h2>
          <Questions questions={group.questions} />
        </section>
      ))}
    </>
  )
}

function Questions({ questions }: { questions: readonly Question[] }) {
  return (
    <div className={styles.questions}>
      {questions.map(({ id, ask, answer, to }) => (
        <details key={id} id={id}>
          <summary>{ask}</summary>
          <Paragraphs texts={answer} />
          <p className={styles.ways}>
            {to !== undefined && <Link to={to[0]}>{to[1]}</Link>}
            <a href={`#${id}`} aria-label={`Link to this answer: ${ask}`}>
              Link to this answer
            </a>
          </p>
        </details>
      ))}
    </div>
  )
}

function ContactLinks() {
  return (
    <Card label="Talk to us">
      <h2>Prefer to talk to somebody?</h2>
      <p>{supportHours}. A call needs no data.</p>
      <ButtonAnchor href={`tel:${product.phone.e164}`}>Call {product.phone.national}</ButtonAnchor>
      <ButtonAnchor href={product.whatsapp} target="_blank">
        WhatsApp
      </ButtonAnchor>
      <ButtonAnchor href={`mailto:${product.email}`}>{product.email}</ButtonAnchor>
    </Card>
  )
}
