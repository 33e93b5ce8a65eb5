import { getReceiptPdf } from '#contract/tickets/endpoints'
import { callFile } from '#lib/api'
import { saveFile } from '#lib/browser'
import { Button } from '#ui/button'
import { FailureNotice } from '#ui/form'
import { useMutation } from '@tanstack/react-query'

/** A button that downloads the receipt as a PDF. Guests can use it too. */
export function ReceiptButton({ reference }: { reference: string }) {
  const saving = useMutation({
    mutationFn: async () => saveFile(await callFile(getReceiptPdf, { reference })),
  })
  return (
    <>
      <Button busy={saving.isPending} onClick={() => saving.mutate()}>
        Receipt
      </Button>
      <FailureNotice
        error={saving.error}
        offline="No network. The receipt comes once the network is back."
      />
    </>
  )
}
