-- Tickets as attendants checked them at the door of a bus.

create table boarding_scan (
  -- Made on the phone that scanned, so that a scan sent twice counts once.
  id uuid primary key,
  operator_id uuid not null references operator,
  key_id uuid not null references operator_key,
  -- The bus at whose door the ticket was checked.
  trip_id uuid not null references trip,
  ticket_id bytea not null references ticket,
  seat smallint not null,
  issue smallint not null,
  verdict text not null check (verdict in (
    'valid', 'already_used', 'older_ticket', 'wrong_bus', 'cancelled', 'wrong_time')),
  scanned_at timestamptz not null,
  device uuid not null,
  place text,
  checked_by text,
  received_at timestamptz not null default now(),
  -- Whether the scan was between six hours before the departure at the traveller's stop and 24 hours after the planned
  -- arrival at theirs. Only such a scan uses the ticket.
  in_time boolean not null default true
);
comment on table boarding_scan is 'boarding: tickets checked at the door of a bus, append-only';
create index boarding_scan_ticket on boarding_scan (ticket_id, scanned_at) where verdict = 'valid';
create trigger boarding_scan_append_only before update or delete on boarding_scan
  for each row execute function scans_are_append_only();
create trigger boarding_scan_no_truncate before truncate on boarding_scan
  for each statement execute function scans_are_append_only();
