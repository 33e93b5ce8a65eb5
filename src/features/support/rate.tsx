import { getConversation, rateConversation } from '#contract/support/endpoints'
import { call } from '#lib/api'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

/** After the end: how good was it? */
export function Rate({ id }: { id: string }) {
  const queries = useQueryClient()
  const queryKey = ['getConversation', id]
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getConversation, { id }, { signal }),
  })
  const { mutate, isPending } = useMutation({
    mutationFn: (stars: number) => call(rateConversation, { id, stars }),
    onSuccess: (rated) => queries.setQueryData(queryKey, rated),
  })
  if (data?.state !== 'closed') return null
  return (
    <Notice
      title={
        data.rating === null ? 'How good was our help?' : `You gave ${data.rating} of 5. Thank you.`
      }
      actions={[1, 2, 3, 4, 5].map((stars) => (
        <Button key={stars} busy={isPending} onClick={() => mutate(stars)}>
          {`${stars}`}
        </Button>
      ))}
    >
      This conversation is over. Write again and it goes on.
    </Notice>
  )
}
