import type { SmsKind } from '#server/platform/sms-figures'
import { longRetryPlan } from '#server/jobs/jobs'
import type { Room } from '#server/room'
import { deletePendingMessages } from './erase-repository.ts'
import { sendMailInTime } from './mail.ts'
import { pushToPerson } from './person-news.ts'
import { deleteOldSubscriptions, findPushPhones } from './push/index.ts'
import { notificationRoutes } from './routes.ts'
import { sendSmsOrWait } from './sms.ts'

declare module '#server/jobs/jobs' {
  interface JobPayloads {
    /** Sends an email. `until`: when it expires, as a code does; it is not sent later. */
    'mail.send': { to: string; subject: string; text: string; html?: string; until?: string }
    /** Sends an SMS. `kind`: `news` by default. `until`: as in `mail.send`. */
    'sms.send': { to: string; text: string; kind?: SmsKind; until?: string }
    /**
     * Notifies one phone of a person, once for each `news_id`. `alone`: nothing else notifies them, so another channel
     * replaces a phone that is gone.
     */
    'person.push': {
      subscription_id: string
      news_id: string
      person_id: string
      until: string
      title: string
      body: string
      url: string
      alone: boolean
    }
  }
}

export const room: Room = {
  routes: notificationRoutes,
  plans: {
    'mail.send': { ...longRetryPlan, at_once: 8 },
    'sms.send': { ...longRetryPlan, at_once: 8 },
    'person.push': { ...longRetryPlan, at_once: 2 },
  },
  jobs: (deps) => ({
    'mail.send': (mail) => sendMailInTime(deps, mail),
    'sms.send': (sms) => sendSmsOrWait(deps, sms),
    'person.push': (push) => pushToPerson(deps, push),
  }),
  personalData: {
    export: async ({ db }, person_id) => ({ phones: await findPushPhones(db, person_id) }),
    forget: deletePendingMessages,
    tidy: deleteOldSubscriptions,
  },
}
