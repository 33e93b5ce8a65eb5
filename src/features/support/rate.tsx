import { rateConversation } from '#contract/support/endpoints'
import { call } from '#lib/api'
import { Notice } from '#ui/notice'
import { RatingField } from '#ui/mantine/rating-field'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getConversationQuery } from './queries.ts'

const ratingLabels = ['Very bad', 'Bad', 'Fair', 'Good', 'Very good']

/** Asks for a rating after the conversation has ended. */
export function ConversationRating({ id }: { id: string }) {
  const queries = useQueryClient()
  const query = getConversationQuery(id)
  const { data } = useQuery(query)
  const { mutate, variables, error } = useMutation({
    mutationFn: (stars: number) => call(rateConversation, { id, stars }),
    onSuccess: (rated) => queries.setQueryData(query.queryKey, rated),
  })
  if (data?.state !== 'closed') return null
  const stars = error === null ? (variables ?? data.rating ?? 0) : (data.rating ?? 0)
  return (
    <Notice title="This conversation is over.">
      <RatingField
        label={
          data.rating === null ? 'How good was our help?' : 'Thank you. How good our help was:'
        }
        labels={ratingLabels}
        value={stars}
        error={error?.message}
        onChange={mutate}
      />
      <p>Write again to reopen it.</p>
    </Notice>
  )
}
