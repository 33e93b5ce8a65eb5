-- The operator's counter: the shifts of its clerks, and the money that they take and pay out.

-- Money that an operator takes itself. Its refunds are paid by its clerks, never by a payment company.
insert into payer (code) values ('counter');

create domain counter_means as text check (value in ('cash', 'card_machine', 'transfer'));

-- A clerk, or a program with a key, between opening and closing its drawer.
create table counter_shift (
  id uuid primary key,
  operator_id uuid not null references operator,
  member_id uuid references member,
  key_id uuid references operator_key,
  opened_at timestamptz not null default now(),
  -- The cash that was in the drawer at the start.
  float_kobo kobo not null,
  closed_at timestamptz,
  -- The cash at the end: what must be in the drawer by its entries, and what was counted.
  expected_kobo bigint,
  counted_kobo kobo,
  difference_reason text,
  constraint opened_by_one check (num_nonnulls(member_id, key_id) = 1),
  constraint counted_at_the_end
    check (num_nulls(closed_at, expected_kobo, counted_kobo) in (0, 3)),
  constraint a_difference_has_a_reason check (counted_kobo is not distinct from expected_kobo or difference_reason is not null)
);
comment on table counter_shift is 'counter: shifts of clerks, with their drawers';
create unique index counter_shift_of_member on counter_shift (member_id) where closed_at is null;
create unique index counter_shift_of_key on counter_shift (key_id) where closed_at is null;
create index counter_shift_operator on counter_shift (operator_id, opened_at desc);

-- A sale, or a refund, which is always paid in cash.
create table counter_entry (
  id uuid primary key,
  shift_id uuid not null references counter_shift,
  booking_id uuid not null references booking,
  kind text not null check (kind in ('sale', 'refund')),
  means counter_means not null,
  amount_kobo positive_kobo not null,
  made_at timestamptz not null default clock_timestamp(),
  constraint refunds_are_cash check (kind = 'sale' or means = 'cash')
);
comment on table counter_entry is 'counter: money that clerks took and paid out, append-only';
create index counter_entry_shift on counter_entry (shift_id);
create unique index counter_sale_of_booking on counter_entry (booking_id) where kind = 'sale';
create index counter_entry_booking on counter_entry (booking_id);
create trigger counter_entry_in_open_shift before insert on counter_entry
  for each row execute function check_shift_is_open();
create trigger counter_entry_append_only before update or delete on counter_entry
  for each row execute function entries_are_append_only();
create trigger counter_entry_no_truncate before truncate on counter_entry
  for each statement execute function entries_are_append_only();

-- Keys may have the scope to see all drawers.
alter table operator_key drop constraint operator_key_scopes,
  add constraint operator_key_scopes check (cardinality(scopes) > 0 and scopes <@ array[
    'boarding', 'counter', 'drawers', 'claims', 'finance', 'charters', 'departures', 'requests', 'invoices', 'directory',
    'support', 'moderation', 'reviews', 'refunds']);
alter table staff_key drop constraint staff_key_scopes,
  add constraint staff_key_scopes check (cardinality(scopes) > 0 and scopes <@ array[
    'boarding', 'counter', 'drawers', 'claims', 'finance', 'charters', 'departures', 'requests', 'invoices', 'directory',
    'support', 'moderation', 'reviews', 'refunds']);
