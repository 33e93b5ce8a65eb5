import type { CharterPlan } from '#contract/charters/model'
import { acceptCharterOffer } from '#contract/charters/requests/endpoints'
import type { CharterOffer, CharterRequest } from '#contract/charters/requests/model'
import { offerHoldHours } from '#contract/charters/requests/rules'
import { charterTiersSentence } from '#contract/charters/trips/rules'
import { formatNaira } from '#contract/money'
import { PaymentPlanField, useOpenNewCharter } from '#features/charters'
import { useIdempotencyKey } from '#lib/api/idempotency-key'
import { call } from '#lib/api'
import { rememberPage } from '#lib/browser'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { FailureNotice } from '#ui/form'
import { FareLines } from '#ui/money'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

/** Accepts an offer, which then becomes a charter that awaits its first payment. */
export function AcceptOfferDialog({
  request: { reference, deposit_allowed },
  offer,
  onClose,
}: {
  request: CharterRequest
  offer: CharterOffer | undefined
  onClose: () => void
}) {
  const [wanted, setPlan] = useState<CharterPlan>('deposit')
  const plan = deposit_allowed ? wanted : 'all'
  const queries = useQueryClient()
  const openNew = useOpenNewCharter()
  const act = useIdempotencyKey()
  const accepting = useMutation({
    mutationFn: ({ id, price: { total_kobo } }: CharterOffer) =>
      call(
        acceptCharterOffer,
        { reference, offer_id: id, plan, total_kobo },
        { key: act.keyFor(`${id} ${plan} ${total_kobo}`) },
      ),
    onMutate: rememberPage,
    onSuccess: (charter, _, isStillHere) => {
      act.settle()
      return openNew(charter, isStillHere)
    },
    onError: (error) => {
      act.settle(error)
      void queries.invalidateQueries({ queryKey: ['getCharterRequest', reference] })
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: ['listCharterRequests'] }),
  })
  return (
    <Dialog
      open={offer !== undefined}
      onClose={onClose}
      title={`Accept the offer of ${offer?.operator.name ?? ''}?`}
    >
      {offer !== undefined && (
        <>
          <FareLines lines={offer.price.lines} total_kobo={offer.price.total_kobo} />
          <PaymentPlanField
            price={offer.price}
            allowed={deposit_allowed}
            due=""
            value={plan}
            onChange={setPlan}
          />
          <p>{charterTiersSentence}</p>
          <p>
            We hold the vehicle for {offerHoldHours} hours while you pay, but not beyond the start
            of the trip. The other offers end.
          </p>
          <FailureNotice
            error={accepting.error}
            offline="No network. Try again when it is back: you accept only once."
          />
          <Button kind="primary" busy={accepting.isPending} onClick={() => accepting.mutate(offer)}>
            Accept and pay{' '}
            {formatNaira(plan === 'deposit' ? offer.price.deposit_kobo : offer.price.total_kobo)}
          </Button>
          <Button onClick={onClose}>Not yet</Button>
        </>
      )}
    </Dialog>
  )
}
