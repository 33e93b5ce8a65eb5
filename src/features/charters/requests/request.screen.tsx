import { CharterRequestInput } from '#contract/charters/requests/model'
import { charterLabels } from '#features/charters'
import {
  DriverContactFields,
  JourneyDetailFields,
  type JourneyDraft,
  findJourneyErrors,
  JourneyFields,
  makeJourneyFromInput,
  makeJourneyDetails,
  makeJourneyRoute,
  useJourney,
} from '#features/charters/journey'
import { useCityOptions } from '#features/lookups'
import { OutboxItemLoader, OutboxForm, findItemRefusal } from '#features/offline'
import { useDraft } from '#lib/drafts'
import type { OutboxItem } from '#lib/outbox'
import { parseNaira } from '#contract/money'
import { useForm } from '#lib/use-form'
import { TextField } from '#ui/fields'
import { Skeleton, Card, Page } from '#ui/page'
import { useNavigate, useSearchParams } from 'react-router-dom'

/** The form for a request to operators, at `/charter-request`. */
export function CharterRequestScreen() {
  return (
    <CharterRequestForm
      path="/charter-request"
      back={{ to: '/charter-type', label: 'Charter a vehicle' }}
    />
  )
}

/**
 * The form for a request to operators, opened from a search in the marketplace, at
 * `/charter-marketplace/custom-request`.
 */
export function CustomRequestScreen() {
  const [params] = useSearchParams()
  return (
    <CharterRequestForm
      path="/charter-marketplace/custom-request"
      back={{ to: `/charter-marketplace?${params}`, label: 'Vehicles' }}
    />
  )
}

function CharterRequestForm({ path, back }: { path: string; back: { to: string; label: string } }) {
  return (
    <Page
      title="Ask for offers"
      under="Operators see what you need, not your name or phone, until you choose one."
      back={back}
      narrow
    >
      <OutboxItemLoader what="request">
        {(waiting) =>
          waiting === undefined ? (
            <NewRequest path={path} />
          ) : (
            <ChangedRequestForm key={waiting.id} waiting={waiting} path={path} />
          )
        }
      </OutboxItemLoader>
    </Page>
  )
}

function NewRequest({ path }: { path: string }) {
  return <RequestForm draft={useJourney('charter-request')} path={path} waiting={undefined} />
}

function ChangedRequestForm({ waiting, path }: { waiting: OutboxItem; path: string }) {
  const input = waiting.input as unknown as CharterRequestInput
  const draft = useDraft<JourneyDraft>(`charter-request-${waiting.id}`, makeJourneyFromInput(input))
  return <RequestForm {...{ draft, path, waiting }} />
}

/** The request form. The request is stored on the phone before it is sent. */
function RequestForm({
  draft,
  path,
  waiting,
}: {
  draft: ReturnType<typeof useDraft<JourneyDraft>>
  path: string
  waiting: OutboxItem | undefined
}) {
  const navigate = useNavigate()
  const cities = useCityOptions()
  const cityOf = (code: string) => cities.find(({ value }) => value === code)?.label ?? code
  const form = useForm(CharterRequestInput, {
    draft,
    read: makeCharterRequestInput,
    faults: findJourneyErrors,
    send: {
      item: (input) => ({
        kind: 'charter_request',
        input: input as unknown as Record<string, unknown>,
        title: titleOf(input, cityOf),
        edit_path: path,
      }),
      waiting,
    },
    refused: findItemRefusal(waiting),
    done: (item) => navigate(`/charter-request/success?sent=${item.id}`, { replace: true }),
  })
  if (!draft.is_ready) return <Skeleton />
  const part = {
    journey: draft.value,
    errors: form.errors,
    write: (next: Partial<JourneyDraft>) => draft.change((before) => ({ ...before, ...next })),
  }
  return (
    <OutboxForm form={form} draft={draft} what="A request" action="Ask for offers">
      <Card label="The trip">
        <h2>Where and when?</h2>
        <JourneyFields {...part} addresses />
      </Card>
      <Card label="What you need">
        <h2>What do you need?</h2>
        <JourneyDetailFields {...part} />
        <TextField
          label="Your budget"
          name="budget_kobo"
          optional
          hint="In naira. Operators see it."
          inputMode="numeric"
          value={draft.value.budget}
          error={form.errors['budget_kobo']}
          onChange={(budget) => part.write({ budget })}
        />
      </Card>
      <DriverContactFields {...part} />
    </OutboxForm>
  )
}

const makeCharterRequestInput = (journey: JourneyDraft) => ({
  ...makeJourneyRoute(journey),
  ...makeJourneyDetails(journey),
  ...(journey.budget.trim() !== '' && { budget_kobo: parseNaira(journey.budget) ?? NaN }),
})

function titleOf({ kind, stops }: CharterRequestInput, cityOf: (code: string) => string): string {
  const named = stops.map(({ city }) => ({ city: cityOf(city) }))
  return `Vehicle: ${charterLabels.route({ kind, stops: named })}`
}
