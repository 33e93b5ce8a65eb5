import { parseNaira } from '#contract/money'
import { RouteAlertInput, type RouteAlert } from '#contract/waitlist/model'
import { type AlertChannel, alertChannels, maxRequestDaysAhead } from '#contract/waitlist/rules'
import { type PushState, PushSwitch } from '#features/notifications'
import { useDraft } from '#lib/drafts'
import { useForm } from '#lib/use-form'
import { Button, ButtonLink } from '#ui/button'
import { CheckField, ChoiceField } from '#ui/choices'
import { TextField } from '#ui/fields'
import { Form } from '#ui/form'
import { Notice } from '#ui/notice'
import { Card, Page } from '#ui/page'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useRefreshWaitlists, createRouteAlert } from './queries.ts'
import { RouteFields } from './route-fields.tsx'
import {
  findDayErrors,
  findFareError,
  type TravelRequestDraft,
  makeTravelRequestFromUrl,
} from './form-model.ts'

interface AlertForm extends TravelRequestDraft {
  kind: RouteAlert['kind']
  ways: AlertChannel[]
}

const channelLabels: Record<AlertChannel, string> = {
  push: 'Push on this phone',
  sms: 'SMS',
  email: 'Email',
}

/** Sets an alert for a price or a first departure, at `/profile/travel-request/watch?from=&to=&date=`. */
export function RouteAlertScreen() {
  const [done, setDone] = useState(false)
  return (
    <Page
      title="Watch a route"
      under="We check every few minutes and tell you once."
      back={{ to: '/profile/travel-request', label: 'Travel requests' }}
      narrow
    >
      {done ? (
        <Notice
          tone="success"
          live="polite"
          title="We are watching it."
          actions={<ButtonLink to="/profile/travel-request">My travel requests</ButtonLink>}
        >
          We will tell you as soon as it happens.
        </Notice>
      ) : (
        <WatchForm onDone={() => setDone(true)} />
      )}
    </Page>
  )
}

function WatchForm({ onDone }: { onDone: () => void }) {
  const { draft, form } = useWatching(onDone)
  const written = draft.value
  const fields = form.errors
  const change = (part: Partial<AlertForm>) => draft.change((before) => ({ ...before, ...part }))
  return (
    <Form
      onSubmit={form.submit}
      onBlur={draft.flush}
      watch={form.watch}
      error={form.error}
      offline="No network. We do not know yet whether the alert is set. What you typed stays on this phone."
      action={
        <Button type="submit" kind="primary" busy={form.isSending} wide>
          Watch this route
        </Button>
      }
    >
      <Card as="div">
        <RouteFields
          written={written}
          errors={fields}
          ahead={maxRequestDaysAhead}
          change={change}
        />
        <ChoiceField
          label="Tell me when"
          name="kind"
          value={written.kind}
          error={fields['kind']}
          onChange={(kind) => change({ kind: kind === 'price' ? 'price' : 'first_departure' })}
          options={[
            { value: 'price', label: 'It costs no more than' },
            { value: 'first_departure', label: 'A first bus is on sale' },
          ]}
        />
        {written.kind === 'price' && (
          <TextField
            label="Naira for one adult, fees included"
            name="below_kobo"
            inputMode="decimal"
            autoComplete="off"
            value={written.fare}
            error={fields['below_kobo']}
            onChange={(fare) => change({ fare })}
          />
        )}
        {alertChannels.map((way) => (
          <CheckField
            key={way}
            label={channelLabels[way]}
            name={way}
            checked={written.ways.includes(way)}
            error={way === 'push' ? fields['ways'] : undefined}
            onChange={(on) =>
              change({
                ways: alertChannels.filter((one) =>
                  one === way ? on : written.ways.includes(one),
                ),
              })
            }
          />
        ))}
        {written.ways.join() === 'push' && (
          <Suspense>
            <PushSwitch>{pushNeeded}</PushSwitch>
          </Suspense>
        )}
      </Card>
    </Form>
  )
}

const noPush = {
  refused: [
    'Notifications are switched off on this phone.',
    'We send you an email or SMS instead, unless you allow notifications in your browser’s settings for this site.',
  ],
  unable: [
    'This browser or private window cannot show notifications.',
    'We send you an email or SMS instead.',
  ],
  open: [
    'This phone does not show our notifications yet.',
    'Allow them, or we send you an email or SMS instead.',
  ],
}

/** Warns that push notifications do not work on this phone. The server then sends an email or SMS. */
function pushNeeded(state: PushState, isBusy: boolean, allow: () => void) {
  if (state === 'told') return null
  const [title, text] = noPush[state]
  return (
    <Notice
      tone="warning"
      live="polite"
      title={title}
      actions={
        state === 'open' && (
          <Button busy={isBusy} waitsForNetwork={false} onClick={allow}>
            Allow notifications
          </Button>
        )
      }
    >
      {text}
    </Notice>
  )
}

function useWatching(onDone: () => void) {
  const [params] = useSearchParams()
  const refresh = useRefreshWaitlists()
  const draft = useDraft<AlertForm>(`route-alert-${params.toString()}`, {
    ...makeTravelRequestFromUrl(params),
    kind: params.get('kind') === 'first_departure' ? 'first_departure' : 'price',
    ways: ['push'],
  })
  const form = useForm(RouteAlertInput, {
    draft,
    read: ({ from, to, first_day, last_day, kind, fare, ways }) => ({
      from,
      to,
      first_day,
      last_day,
      kind,
      ways,
      ...(kind === 'price' && { below_kobo: parseNaira(fare) }),
    }),
    faults: ({ from, to, kind, fare, ...days }) => ({
      ...(from === '' && { from: 'Choose where you start.' }),
      ...(to === '' && { to: 'Choose where you go.' }),
      ...findDayErrors(days),
      ...(kind === 'price' && findFareError(fare, 'below_kobo')),
    }),
    send: createRouteAlert,
    fieldOf: { alert_way_missing: 'ways' },
    done: async () => {
      await refresh()
      onDone()
    },
  })
  return { draft, form }
}
