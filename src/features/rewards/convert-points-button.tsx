import { formatCount } from '#contract/quantities'
import { formatNaira } from '#contract/money'
import { minRedeemedPoints, pointWorthKobo } from '#contract/rewards/rules'
import { useIdempotencyKey } from '#lib/api/idempotency-key'
import { refetchBalances } from '#lib/room'
import { Button } from '#ui/button'
import { FailureNotice } from '#ui/form'
import { Notice } from '#ui/notice'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRewardsQuery, listPointsQuery, convertPoints } from './queries.ts'

/** A button that converts points to money in the wallet, then confirms it. */
export function ConvertPointsButton({ points }: { points: number }) {
  const queries = useQueryClient()
  const act = useIdempotencyKey()
  const turning = useMutation({
    mutationFn: (redeemed: number) => convertPoints(redeemed, act.keyFor(String(redeemed))),
    onSuccess: () => {
      refetchBalances(queries)
      void queries.invalidateQueries({ queryKey: getRewardsQuery.queryKey })
      void queries.invalidateQueries({ queryKey: listPointsQuery.queryKey })
    },
    onSettled: (_, error) => act.settle(error ?? undefined),
  })
  return (
    <>
      {turning.data !== undefined && (
        <Notice
          tone="success"
          live="polite"
          title={`${formatNaira(turning.data.credited_kobo)} more is in your wallet.`}
        />
      )}
      <FailureNotice
        error={turning.error}
        offline="No network. We do not know yet whether they were turned into money. Try again; they cannot be turned twice."
      />
      {points >= minRedeemedPoints && (
        <Button busy={turning.isPending} onClick={() => turning.mutate(points)}>
          Turn {formatCount(points, 'point')} into {formatNaira(points * pointWorthKobo)}
        </Button>
      )}
    </>
  )
}
