import { type ParcelClaim, ParcelClaimInput } from '#contract/parcels/claims'
import { claimKinds, maxClaimPhotos } from '#contract/parcels/rules'
import { claimParcel, getClaimPhoto } from '#contract/parcels/endpoints'
import { formatNaira, parseNaira } from '#contract/money'
import type { Parcel } from '#contract/parcels/model'
import { call, callFile } from '#lib/api'
import { useDraft } from '#lib/drafts'
import { formatDayTime } from '#lib/format'
import { findNairaError } from '#lib/number-errors'
import { showToast } from '#lib/toast'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { ChoiceField } from '#ui/choices'
import { AreaField, TextField } from '#ui/fields'
import { Form } from '#ui/form'
import { Card } from '#ui/page'
import { PhotoField } from '#ui/photo-field'
import { PhotoOnDemand, photoDownloadWidth } from '#ui/pictures/late-photo'
import { useQueryClient } from '@tanstack/react-query'
import styles from './waybill.module.css'

const kindLabels = { lost: 'It is lost', damaged: 'It is damaged', missing: 'Something is missing' }

/** The claims for a parcel and their answers. Renders nothing without a claim. */
export function ClaimList({
  tracking_id,
  claims,
}: {
  tracking_id: string
  claims: readonly ParcelClaim[]
}) {
  if (claims.length === 0) return null
  return (
    <Card label="Claims">
      <h2>Claims</h2>
      <ul className={styles.rows}>
        {claims.map((claim) => (
          <li key={claim.id}>
            <b>
              {kindLabels[claim.kind]}: {formatNaira(claim.asked_kobo)} asked for
            </b>
            <p className={styles.soft}>{formatDayTime(claim.created_at)}</p>
            <p>{claim.words}</p>
            {claim.photos.map((address, index) => (
              <PhotoOnDemand
                key={address}
                name={[address]}
                label={`photo ${index + 1}`}
                load={(options) =>
                  callFile(
                    getClaimPhoto,
                    { tracking_id, id: claim.id, number: `${index + 1}`, w: photoDownloadWidth },
                    options,
                  )
                }
              />
            ))}
            <p>
              {claim.state === 'open'
                ? 'No answer yet. We will tell you when there is one.'
                : claim.state === 'accepted'
                  ? `Accepted: ${formatNaira(claim.paid_kobo)} is in your wallet.`
                  : claim.state === 'to_be_paid'
                    ? `Accepted: ${formatNaira(claim.granted_kobo)} will be paid into your wallet soon.`
                    : 'Refused.'}{' '}
              {claim.answer !== null && <>“{claim.answer}”</>}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The form for a claim. The text is stored on the phone until it is sent. */
export function ClaimDialog({
  parcel,
  open,
  onClose,
}: {
  parcel: Parcel
  open: boolean
  onClose: () => void
}) {
  return (
    <Dialog open={open} onClose={onClose} title="Claim for this parcel">
      <ClaimForm parcel={parcel} onDone={onClose} />
    </Dialog>
  )
}

function ClaimForm({ parcel, onDone }: { parcel: Parcel; onDone: () => void }) {
  const { value, change, flush, form } = useClaiming(parcel, onDone)
  const fields = form.errors
  const photos = [...value.photos, ''].slice(0, maxClaimPhotos)
  return (
    <Form
      onSubmit={form.submit}
      onBlur={flush}
      watch={form.watch}
      error={form.error}
      offline="No network. What you wrote stays on this phone. Send it when the network is back."
      action={
        <Button type="submit" kind="primary" busy={form.isSending} wide>
          Send the claim
        </Button>
      }
    >
      <ChoiceField
        label="What happened?"
        name="kind"
        value={value.kind}
        error={fields['kind']}
        onChange={(kind) => change((before) => ({ ...before, kind }))}
        options={claimKinds.map((kind) => ({ value: kind, label: kindLabels[kind] }))}
      />
      <AreaField
        label="What exactly?"
        hint="What was in it, what is broken or gone, when you saw it."
        error={fields['words']}
        name="words"
        rows={4}
        maxLength={1000}
        value={value.words}
        onChange={(text) => change((before) => ({ ...before, words: text }))}
      />
      <TextField
        label="How much are you claiming, in naira?"
        hint={`At most ${formatNaira(parcel.cover_kobo)}: that is what it is covered for.`}
        name="asked_kobo"
        inputMode="decimal"
        maxLength={20}
        autoComplete="off"
        value={value.asked}
        error={fields['asked_kobo']}
        onChange={(text) => change((before) => ({ ...before, asked: text }))}
      />
      {photos.map((photo, at) => (
        <PhotoField
          key={photo.slice(-80)}
          label={`Photo ${at + 1}`}
          optional
          value={photo}
          error={at === 0 ? fields['photos'] : undefined}
          onChange={(next) =>
            change((before) => ({
              ...before,
              photos: photos.with(at, next).filter((one) => one !== ''),
            }))
          }
        />
      ))}
    </Form>
  )
}

function useClaiming(parcel: Parcel, onDone: () => void) {
  const { tracking_id } = parcel
  const draft = useDraft(`claim-${tracking_id}`, {
    kind: '',
    words: '',
    asked: '',
    photos: [] as string[],
  })
  const queries = useQueryClient()
  const form = useForm(ParcelClaimInput, {
    draft,
    read: ({ asked, ...rest }) => ({ tracking_id, ...rest, asked_kobo: parseNaira(asked) ?? 0 }),
    faults: ({ asked }) => {
      const asked_kobo = findNairaError(asked)
      return asked_kobo === undefined ? {} : { asked_kobo }
    },
    send: (input, key) => call(claimParcel, input, { key }),
    done: async () => {
      await queries.invalidateQueries({ queryKey: ['getParcel', tracking_id] })
      showToast('The claim is sent. We write to you when it is answered.')
      onDone()
    },
  })
  return { ...draft, form }
}
