import { formatNaira } from '#contract/money'
import type { RouteAlert } from '#contract/waitlist/model'
import { formatDayShort } from '#lib/format'
import { ButtonLink } from '#ui/button'
import { ConfirmButton } from '#ui/confirm-button'
import { FailureNotice } from '#ui/form'
import { ButtonRow } from '#ui/notice'
import { Card } from '#ui/page'
import { useMutation } from '@tanstack/react-query'
import { deleteAlert, useRefreshWaitlists } from './queries.ts'
import { formatDaySpan } from './form-model.ts'
import styles from './waitlist.module.css'

export function RouteAlertList({ alerts }: { alerts: readonly RouteAlert[] }) {
  return (
    <section className={styles.list}>
      <h2>Watched routes</h2>
      <ul className={styles.list} aria-label="Watched routes">
        {alerts.map((alert) => (
          <AlertCard key={alert.id} alert={alert} />
        ))}
      </ul>
    </section>
  )
}

const stateLabels = { watching: 'Watching', told: 'Found', ended: 'Over' } as const

const channelLabels = { push: 'notification', sms: 'SMS', email: 'email' } as const

function AlertCard({ alert }: { alert: RouteAlert }) {
  const refresh = useRefreshWaitlists()
  const removing = useMutation({ mutationFn: () => deleteAlert(alert.id), onSettled: refresh })
  const { from, to, kind, below_kobo, state, told_day, told_kobo, ways } = alert
  const road = `${from.name} to ${to.name}`
  return (
    <Card as="li" label={`Watched: ${road}`}>
      <p className={styles.state} data-state={state}>
        {stateLabels[state]}
      </p>
      <h3 className={styles.road}>{road}</h3>
      <p className={styles.soft}>
        {kind === 'price' ? `${formatNaira(below_kobo ?? 0)} or less` : 'First bus on sale'} ·{' '}
        {formatDaySpan(alert)} · {ways.map((way) => channelLabels[way]).join(', ')}
      </p>
      {told_day !== null && (
        <p>
          {formatDayShort(told_day)}
          {told_kobo !== null && ` from ${formatNaira(told_kobo)}`}
        </p>
      )}
      <FailureNotice error={removing.error} />
      <ButtonRow>
        {told_day !== null && (
          <ButtonLink
            to={`/bookride?from=${from.code}&to=${to.code}&date=${told_day}&passengers=1`}
          >
            See the buses
          </ButtonLink>
        )}
        <ConfirmButton
          name={`Remove ${road}`}
          yes="Yes, remove it"
          busy={removing.isPending}
          onConfirm={removing.mutate}
        >
          Remove
        </ConfirmButton>
      </ButtonRow>
    </Card>
  )
}
