import { ConfirmButton } from '#ui/confirm-button'
import { FailureNotice } from '#ui/form'
import { ButtonRow } from '#ui/notice'
import type { DeviceSession } from '#contract/accounts/model'
import { formatAge } from '#lib/format'
import { QueryResult } from '#ui/query-result'
import { Button } from '#ui/button'
import { Card } from '#ui/page'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import styles from './accounts.module.css'
import { logOutDevice, endAllOtherSessions, sessionsQuery } from './queries.ts'

/** The user's logins, each with a button to end it. */
export function SessionList() {
  const sessions = useQuery(sessionsQuery)
  return (
    <Card>
      <h2>Where you are logged in</h2>
      <QueryResult query={sessions}>{(logins) => <List logins={logins} />}</QueryResult>
    </Card>
  )
}

function List({ logins }: { logins: readonly DeviceSession[] }) {
  const queries = useQueryClient()
  const settled = () => queries.invalidateQueries(sessionsQuery)
  const one = useMutation({ mutationFn: logOutDevice, onSettled: settled })
  const others = useMutation({ mutationFn: endAllOtherSessions, onSettled: settled })
  return (
    <>
      <ul className={styles.sessions}>
        {logins.map((login) => (
          <li key={login.id} className={styles.session}>
            <div>
              <b>{login.device}</b>
              <p className={styles.soft}>
                {login.is_this_one
                  ? 'This device'
                  : `Last used ${formatAge(Date.parse(login.last_used_at))}`}
              </p>
            </div>
            {!login.is_this_one && (
              <Button
                busy={one.isPending && one.variables === login.id}
                onClick={() => one.mutate(login.id)}
                aria-label={`Log out on ${login.device}`}
              >
                Log out
              </Button>
            )}
          </li>
        ))}
      </ul>
      <FailureNotice error={one.error ?? others.error} />
      {logins.length > 1 && (
        <ButtonRow>
          <ConfirmButton yes="Yes, log out there" busy={others.isPending} onConfirm={others.mutate}>
            Log out everywhere else
          </ConfirmButton>
        </ButtonRow>
      )}
    </>
  )
}
