import { formatBytes } from '#contract/quantities'
import type { User } from '#contract/profile/model'
import { languages } from '#contract/profile/rules'
import { PushSwitch } from '#features/notifications'
import { readStorageUsage, sumStorageUsage } from '#features/offline'
import { Button } from '#ui/button'
import { CheckField } from '#ui/choices'
import { SelectField } from '#ui/fields'
import { Form } from '#ui/form'
import { Link } from '#ui/link'
import { Notice } from '#ui/notice'
import { Card } from '#ui/page'
import { Suspense, useEffect, useState } from 'react'
import { useProfileForm, WithProfile } from './with-profile.tsx'
import styles from './profile.module.css'

const languageLabels = { en: 'English' } as const

/** Settings for messages, data saver and language. */
export function SettingsScreen() {
  return (
    <WithProfile title="Settings">
      {(user) => <SettingsForm key={user.id} user={user} />}
    </WithProfile>
  )
}

type ChangedSettings = Partial<Pick<User, 'language' | 'data_saver'>> & {
  news?: Partial<User['notifications']>
}

/** The form is on the screen before the server has answered, so it sends only what the person has changed. */
function SettingsForm({ user }: { user: User }) {
  const [changed, setChanged] = useState<ChangedSettings>({})
  const { language, data_saver } = { ...user, ...changed }
  const notifications = { ...user.notifications, ...changed.news }
  const form = useProfileForm({ value: changed }, ({ news, ...others }) => ({
    ...others,
    ...(news && { notifications: { ...user.notifications, ...news } }),
  }))
  const change = (part: ChangedSettings) => setChanged((before) => ({ ...before, ...part }))
  const set = (part: Partial<User['notifications']>) =>
    change({ news: { ...changed.news, ...part } })
  return (
    <Form
      onSubmit={form.submit}
      error={form.error}
      action={
        <>
          {form.isSaved && <Notice tone="success" live="polite" title="Saved." />}
          <Button type="submit" kind="primary" busy={form.isSending}>
            Save settings
          </Button>
        </>
      }
    >
      <Card label="Messages from us">
        <h2>Messages from us</h2>
        <p className={styles.soft}>
          Tickets and everything about your money always come. The rest is up to you: a reminder the
          evening before a trip, delays, changed buses, where a parcel is.
        </p>
        <CheckField
          label="News about my trips and parcels by SMS"
          hint="Only long delays, and what reaches you no other way"
          checked={notifications.trip_news_sms}
          onChange={(trip_news_sms) => set({ trip_news_sms })}
        />
        <CheckField
          label="News about my trips and parcels by email"
          checked={notifications.trip_news_email}
          onChange={(trip_news_email) => set({ trip_news_email })}
        />
        <CheckField
          label="News about my trips and parcels on my phones"
          hint="On every phone where you allowed it"
          checked={notifications.trip_news_push}
          onChange={(trip_news_push) => set({ trip_news_push })}
        />
        <Suspense>
          <PushSwitch />
        </Suspense>
      </Card>
      <Card label="Data">
        <h2>Data</h2>
        <CheckField
          label="Data saver"
          hint="Nothing is downloaded unless you ask, wherever you log in"
          checked={data_saver}
          onChange={(isOn) => change({ data_saver: isOn })}
        />
        <StorageSize />
      </Card>
      <Card label="Language">
        <SelectField
          label="Language"
          hint="Pidgin, Hausa, Yorùbá and Igbo are coming."
          value={language}
          onChange={(value) => change({ language: value as User['language'] })}
          options={languages.map((value) => ({ value, label: languageLabels[value] }))}
          error={form.errors['language']}
        />
      </Card>
    </Form>
  )
}

/** The size of what is stored on this phone: the sum of what `/phone` lists. */
function StorageSize() {
  const [bytes, setBytes] = useState(0)
  useEffect(() => {
    void readStorageUsage().then((usage) => setBytes(sumStorageUsage(usage)))
  }, [])
  if (bytes === 0) return null
  return (
    <p className={styles.soft}>
      The app and your tickets take {formatBytes(bytes)} <Link to="/phone">on this phone</Link>.
    </p>
  )
}
