import { type Traveller, TravellerInput, type User } from '#contract/profile/model'
import type { Shape } from '#contract/shape'
import { passengerTypesQuery } from '#features/lookups'
import { useDraft } from '#lib/drafts'
import { formatPhone } from '#contract/phone'
import { useForm } from '#lib/use-form'
import { QueryResult } from '#ui/query-result'
import { Button } from '#ui/button'
import { ConfirmButton } from '#ui/confirm-button'
import { FailureNotice, Form } from '#ui/form'
import { ButtonRow, Notice } from '#ui/notice'
import { Card } from '#ui/page'
import { EmptyState } from '#ui/pictures/empty'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteTraveller, listTravellersQuery, saveTraveller } from './queries.ts'
import { KinFields, TravellerFields } from './traveller-fields.tsx'
import { useProfileForm, WithProfile } from './with-profile.tsx'
import {
  makeDraftOfPerson,
  emptyKin,
  emptyTraveller,
  type KinDraft,
  makeKinInput,
  makeTravellerInput,
} from './form-model.ts'
import styles from './profile.module.css'

/** The user's saved travellers and next of kin, which fill in the passenger form. */
export function TravellersScreen() {
  const travellers = useQuery(listTravellersQuery)
  return (
    <WithProfile title="Travellers">
      {(user) => (
        <>
          <p className={styles.soft}>People saved here fill a booking with one tap.</p>
          <QueryResult query={travellers}>
            {(all) => <TravellerList travellers={all} />}
          </QueryResult>
          <KinForm user={user} />
        </>
      )}
    </WithProfile>
  )
}

function TravellerList({ travellers }: { travellers: readonly Traveller[] }) {
  const [editing, setEditing] = useState<string>()
  const close = () => setEditing(undefined)
  return (
    <>
      <ul className={styles.rows}>
        {travellers.map((one) => (
          <Card as="li" key={one.id} label={one.full_name}>
            {editing === one.id ? (
              <TravellerForm traveller={one} close={close} />
            ) : (
              <TravellerCard traveller={one} edit={() => setEditing(one.id)} />
            )}
          </Card>
        ))}
      </ul>
      {editing === 'new' ? (
        <Card label="New traveller">
          <TravellerForm close={close} />
        </Card>
      ) : travellers.length === 0 ? (
        <EmptyState
          picture="people"
          title="Nobody is saved here yet."
          action={
            <Button kind="primary" onClick={() => setEditing('new')}>
              Add a traveller
            </Button>
          }
        />
      ) : (
        <Button onClick={() => setEditing('new')}>Add a traveller</Button>
      )}
    </>
  )
}

function TravellerCard({ traveller, edit }: { traveller: Traveller; edit: () => void }) {
  const queries = useQueryClient()
  const removing = useMutation({
    mutationFn: () => deleteTraveller(traveller.id),
    onSettled: () => queries.invalidateQueries({ queryKey: listTravellersQuery.queryKey }),
  })
  const { full_name, address, phone } = traveller
  return (
    <>
      <h2>{full_name}</h2>
      <p className={styles.soft}>
        {address}
        {phone !== null && ` · ${formatPhone(phone)}`}
      </p>
      <FailureNotice error={removing.error} />
      <ButtonRow wide>
        <Button onClick={edit} aria-label={`Edit ${full_name}`}>
          Edit
        </Button>
        <ConfirmButton
          name={`Remove ${full_name}`}
          yes={`Yes, remove ${full_name}`}
          busy={removing.isPending}
          onConfirm={removing.mutate}
        >
          Remove
        </ConfirmButton>
      </ButtonRow>
    </>
  )
}

function TravellerForm({ traveller, close }: { traveller?: Traveller; close: () => void }) {
  const types = useQuery(passengerTypesQuery).data ?? []
  const queries = useQueryClient()
  const draft = useDraft(
    `traveller-${traveller?.id ?? 'new'}`,
    traveller === undefined ? emptyTraveller : makeDraftOfPerson(traveller),
  )
  const form = useForm(TravellerInput, {
    draft,
    read: makeTravellerInput,
    send: (input, key) => saveTraveller(input, traveller?.id, key),
    done: async () => {
      await queries.invalidateQueries({ queryKey: listTravellersQuery.queryKey })
      close()
    },
  })
  return (
    <Form
      onSubmit={form.submit}
      onBlur={draft.flush}
      watch={form.watch}
      error={form.error}
      offline="No network. What you typed stays on this phone. Try again when the network is back."
      action={
        <ButtonRow wide>
          <Button type="submit" kind="primary" busy={form.isSending}>
            Save
          </Button>
          <Button
            onClick={() => {
              void draft.discard()
              close()
            }}
          >
            Do not save
          </Button>
        </ButtonRow>
      }
    >
      <TravellerFields
        value={draft.value}
        types={types}
        error={(field) => form.errors[field]}
        onChange={(part) => draft.change((before) => ({ ...before, ...part }))}
      />
    </Form>
  )
}

const kinShape: Shape = { full_name: 'string', phone: 'string', relationship: 'string' }

/** Until something is typed, the form follows the profile, which at first may be that of an earlier visit. */
function KinForm({ user }: { user: User }) {
  const kin = user.default_kin
  const draft = useDraft<KinDraft | undefined>('default-kin', undefined, kinShape)
  const value = draft.value ?? (kin === null ? emptyKin : makeDraftOfPerson(kin))
  const form = useProfileForm({ ...draft, value }, (values) => ({
    default_kin: makeKinInput(values),
  }))
  return (
    <Card label="Next of kin">
      <h2>Next of kin</h2>
      <p className={styles.soft}>
        Filled into every booking. Opened only in an emergency. Clear all fields to remove it.
      </p>
      <Form
        onSubmit={form.submit}
        onBlur={draft.flush}
        watch={form.watch}
        error={form.error}
        action={
          <Button type="submit" kind="primary" busy={form.isSending}>
            Save next of kin
          </Button>
        }
      >
        <KinFields
          name="default_kin"
          value={value}
          error={(field) => form.errors[`default_kin.${field}`]}
          onChange={(part) => draft.change((before = value) => ({ ...before, ...part }))}
        />
      </Form>
      {form.isSaved && <Notice tone="success" live="polite" title="Saved." />}
    </Card>
  )
}
