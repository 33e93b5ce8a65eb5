import { clientOnlyPart } from '#lib/lazy'
import { useUser } from '#lib/session'
import { useQuery } from '@tanstack/react-query'
import { listReviewsToAnswerQuery } from './queries.ts'

const AnswerForm = clientOnlyPart(async () => (await import('./answer-form.tsx')).AnswerForm)

/** Lets the owner of a listed business answer a review of it, once. */
export function OwnerAnswerForm({ id }: { id: string }) {
  const user = useUser()
  const { data } = useQuery({ ...listReviewsToAnswerQuery, enabled: user !== undefined })
  return data?.some((one) => one.id === id) === true ? <AnswerForm id={id} /> : null
}
