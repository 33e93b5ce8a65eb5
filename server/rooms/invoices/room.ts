import { exclusiveSchedulePlan } from '#server/jobs/jobs'
import { erasedName, type Room } from '#server/room'
import { invoicePayable } from './payable.ts'
import {
  findInvoicesOfPerson,
  deleteInvoiceContacts,
  deleteInvoiceCustomer,
  selectInvoiceSubjects,
} from './repository.ts'
import { invoiceRoutes } from './routes.ts'
import { makeInvoiceJobs } from './upkeep.ts'
import { formatInvoiceNumber } from './view.ts'

declare module '#server/jobs/jobs' {
  interface JobPayloads {
    /** Reminds customers of due invoices and ends unpaid ones. */
    'invoice.sweep': Record<string, never>
  }
}

export const room: Room = {
  routes: invoiceRoutes,
  plans: { 'invoice.sweep': { ...exclusiveSchedulePlan, cron: '*/15 * * * *' } },
  jobs: makeInvoiceJobs,
  payables: [invoicePayable],
  personalData: {
    export: async ({ db }, person_id) => ({
      more: { invoices: (await findInvoicesOfPerson(db, person_id)).map(exported) },
    }),
    selectSubjects: selectInvoiceSubjects,
    forget: (tx, person_id) => deleteInvoiceCustomer(tx, person_id, erasedName),
    tidy: deleteInvoiceContacts,
  },
}

function exported(row: Awaited<ReturnType<typeof findInvoicesOfPerson>>[number]) {
  const { title, state, customer_name, company, tin, address, email, phone, total_kobo } = row
  return {
    number: formatInvoiceNumber(row),
    title,
    state,
    customer_name,
    company,
    tin,
    address,
    email,
    phone,
    total_kobo,
    issued_at: row.issued_at.toISOString(),
  }
}
