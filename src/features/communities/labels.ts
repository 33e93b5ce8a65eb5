import type { postReportReasons } from '#contract/communities/rules'
import type { GroupKind } from './queries.ts'

export const kindLabels: Record<GroupKind, string> = {
  road: 'Routes',
  city: 'Cities',
  campus: 'Campuses',
  camp: 'NYSC camps',
  trade: 'Trades',
}

export type ReportReason = (typeof postReportReasons)[number]

export const reasonLabels: Record<ReportReason, string> = {
  scam: 'It is a scam',
  spam: 'Advertising or spam',
  insult: 'It insults or threatens',
  private: 'It shares private details',
  wrong: 'It is false and dangerous',
}
