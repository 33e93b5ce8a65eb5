import { formatCount } from '#contract/quantities'
import type { ListAnswer } from '#contract/endpoint'
import { answerReview, listOperatorReviews } from '#contract/reviews/endpoints'
import { AnswerReviewInput, type Review } from '#contract/reviews/model'
import { maxAnswerLength, aspectLabels } from '#contract/reviews/rules'
import { call, CallError } from '#lib/api'
import { useDraft } from '#lib/drafts'
import { computeDay, formatDay } from '#lib/format'
import { useForm } from '#lib/use-form'
import { QueryResult } from '#ui/query-result'
import { Button } from '#ui/button'
import { OutcomeNotice, type OutcomeText, useOutcome, useRefusalOutcome } from '#ui/desk/outcome'
import { CardList, DeskPage, MutedText, WrittenText } from '#ui/desk/page'
import { Pager } from '#ui/desk/pager'
import { AreaField, SelectField } from '#ui/fields'
import { Form } from '#ui/form'
import { ButtonRow } from '#ui/notice'
import { Card } from '#ui/page'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import styles from './reviews.module.css'

const folders = [
  { value: 'no', label: 'Not answered', empty: 'You have answered every review.' },
  { value: 'yes', label: 'Answered', empty: 'You have not answered any review yet.' },
  { value: 'all', label: 'All', empty: 'Nobody has reviewed you yet.' },
] as const
type Folder = (typeof folders)[number]['value']

const key = 'operator reviews'
const operatorReviewsQuery = (folder: Folder, page: number) =>
  queryOptions({
    queryKey: [key, folder, page],
    queryFn: ({ signal }) =>
      call(
        listOperatorReviews,
        { page, ...(folder !== 'all' && { answered: folder }) },
        { signal },
      ),
  })

/** An operator's reviews, newest first. Each can be answered once. */
export function OperatorReviewsScreen() {
  const [folder, setFolder] = useState<Folder>('no')
  const [page, setPage] = useState(1)
  const query = useQuery(operatorReviewsQuery(folder, page))
  const unanswered = query.data?.data.filter(({ answer }) => answer === null)
  const { outcome, setOutcome } = useOutcome(unanswered?.map(({ id }) => id))
  return (
    <DeskPage title="Reviews">
      <p>
        You can answer each review once. Anyone can read your answer, and it stays as you wrote it.
      </p>
      <SelectField
        label="Show"
        value={folder}
        options={folders}
        onChange={(value) => {
          setFolder(folders.find((one) => one.value === value)?.value ?? 'no')
          setPage(1)
          setOutcome(undefined)
        }}
      />
      <OutcomeNotice outcome={outcome} />
      <QueryResult query={query}>
        {({ data, meta }) => (
          <>
            {data.length === 0 && (
              <MutedText>{folders.find(({ value }) => value === folder)?.empty}</MutedText>
            )}
            <CardList>
              {data.map((review) => (
                <ReviewCard key={review.id} review={review} onOutcome={setOutcome} />
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

interface CardProps {
  review: Review
  onOutcome: (outcome: OutcomeText | undefined) => void
}

function ReviewCard({ review, onOutcome }: CardProps) {
  const { id, author, rating, body, scores, photos, is_verified, answer, written_at } = review
  return (
    <Card as="li" label={`Review by ${author}`}>
      <p className={styles.head}>
        <span role="img" aria-label={`${rating} of 5 stars`} className={styles.stars}>
          {'★'.repeat(rating)}
          {'☆'.repeat(5 - rating)}
        </span>
        <MutedText as="span">
          <time dateTime={written_at}>{formatDay(computeDay(written_at))}</time>
        </MutedText>
      </p>
      <WrittenText>{body}</WrittenText>
      {scores.length > 0 && (
        <MutedText>
          {scores.map(({ what, stars }) => `${aspectLabels[what]} ${stars}`).join(' · ')}
        </MutedText>
      )}
      {photos.length > 0 && (
        <p className={styles.photos}>
          {photos.map((path, index) => (
            <a key={path} href={`/api${path}`} target="_blank" rel="noreferrer">
              <img
                src={`/api${path}?w=384`}
                alt={`Taken by ${author}, ${index + 1} of ${photos.length}`}
                width="160"
                height="120"
                loading="lazy"
              />
            </a>
          ))}
        </p>
      )}
      <MutedText>
        {author} ·{' '}
        {is_verified ? 'made the trip' : 'not verified, does not count towards your stars'}
      </MutedText>
      {answer === null ? (
        <AnswerForm id={id} author={author} onOutcome={onOutcome} />
      ) : (
        <blockquote className={styles.answer}>
          <b>Your answer</b>{' '}
          <MutedText as="span">
            <time dateTime={answer.at}>{formatDay(computeDay(answer.at))}</time>
          </MutedText>
          <WrittenText>{answer.text}</WrittenText>
        </blockquote>
      )}
    </Card>
  )
}

/**
 * The form for the only answer to a review, opened by a button or by an existing draft. The draft is stored until the
 * answer is accepted. Then the review shows it.
 */
function AnswerForm({
  id,
  author,
  onOutcome,
}: Pick<Review, 'id' | 'author'> & Pick<CardProps, 'onOutcome'>) {
  const client = useQueryClient()
  const draft = useDraft(`review-answer-${id}`, '')
  const [isAsked, setAsked] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isAsked) box.current?.focus()
  }, [isAsked])
  const form = useForm(AnswerReviewInput, {
    draft,
    read: (answer) => ({ id, answer }),
    send: (input, act) => call(answerReview, input, { key: act }),
    done: (answered) =>
      client.setQueriesData<ListAnswer<typeof listOperatorReviews>>({ queryKey: [key] }, (list) =>
        list === undefined
          ? list
          : { ...list, data: list.data.map((one) => (one.id === id ? answered : one)) },
      ),
    // Another member has answered, or the review was hidden.
    afterRefusal: () => client.invalidateQueries({ queryKey: [key] }),
  })
  const refusal = form.error instanceof CallError ? form.error.code : undefined
  const isOver = refusal === 'review_answered' || refusal === 'not_found'
  const { discard } = draft
  useEffect(() => {
    // This draft can never be sent, and its form disappears.
    if (isOver) void discard()
  }, [isOver, discard])
  useRefusalOutcome(id, { error: form.error, isPending: form.isSending }, onOutcome)
  const leave = async () => {
    draft.change('')
    await draft.discard()
    setAsked(false)
  }
  if (!isAsked && draft.value === '')
    return (
      <ButtonRow>
        <Button onClick={() => setAsked(true)} aria-label={`Answer ${author}`}>
          Answer
        </Button>
      </ButtonRow>
    )
  return (
    <Form
      onSubmit={form.submit}
      onBlur={draft.flush}
      error={form.error}
      offline="No network. Your answer is kept here."
      action={
        <ButtonRow>
          <Button type="submit" kind="primary" busy={form.isSending}>
            Send answer
          </Button>
          <Button kind="quiet" onClick={() => void leave()}>
            Discard
          </Button>
        </ButtonRow>
      }
    >
      <AreaField
        ref={box}
        label={`Your answer to ${author}`}
        hint={`Up to ${formatCount(maxAnswerLength, 'character')}. You cannot change it afterwards.`}
        rows={3}
        maxLength={maxAnswerLength}
        value={draft.value}
        error={form.errors['answer']}
        onChange={draft.change}
      />
    </Form>
  )
}
