-- Invoices in one part or several. A part is a payable itself, or the paper about a payable of another room.

insert into payable_kind (kind, opens, locks, fulfils, shares, fee_vat, receives) values
  ('invoice', 'open_invoice_part', 'lock_invoice_part', 'fulfil_invoice_part', 'invoice_part_shares', 'invoice_fee_vat',
    null);

create table invoice_number (
  series text not null,
  year int not null,
  last int not null check (last > 0),
  primary key (series, year)
);
comment on table invoice_number is 'invoices: the last number of each issuer and year';

create table invoice (
  id uuid primary key,
  reference text not null unique check (reference ~ '^[0-9A-HJKMNP-TV-Z]{20}$'),
  -- Set by a trigger, from the issuer and the date in Lagos.
  series text not null,
  year int not null,
  number int not null,
  -- The issuer; null: we ourselves.
  operator_id uuid references operator,
  person_id uuid references person,
  customer_name text not null,
  company text,
  tin text,
  address text,
  email text,
  phone text,
  title text not null,
  notes text,
  net_kobo bigint not null check (net_kobo > 0),
  vat_kobo bigint not null check (vat_kobo >= 0),
  total_kobo bigint generated always as (net_kobo + vat_kobo) stored,
  issued_at timestamptz not null default now(),
  voided_at timestamptz,
  void_reason text,
  -- Who issued it, and who voided it.
  key_id uuid references operator_key,
  staff_key_id uuid references staff_key,
  voided_by text check (voided_by in ('operator', 'staff', 'room', 'time')),
  unique (series, year, number),
  constraint invoice_at_most check (net_kobo + vat_kobo <= 100000000000),
  constraint void_is_explained check (num_nonnulls(voided_at, void_reason, voided_by) in (0, 3)),
  constraint tin_of_a_company check (tin is null or company is not null)
);
comment on table invoice is 'invoices: what somebody has to pay, with its number';
create index invoice_person on invoice (person_id, issued_at desc) where person_id is not null;
create index invoice_operator on invoice (operator_id, issued_at desc);
create index invoice_issued on invoice (issued_at desc);
create index invoice_voided on invoice (operator_id, voided_at) where voided_by = 'operator';
create trigger numbered before insert on invoice for each row execute function number_invoice();
create trigger final before update or delete on invoice for each row execute function invoice_is_final();
create constraint trigger adds_up after insert on invoice deferrable initially deferred
  for each row execute function invoice_adds_up();
create trigger limited before insert on invoice
  for each row when (new.key_id is not null) execute function limit_operator_invoices();
create trigger voids_limited before update of voided_at on invoice
  for each row when (new.voided_by = 'operator') execute function limit_operator_voids();

create table invoice_line (
  invoice_id uuid not null references invoice,
  position int not null check (position > 0),
  label text not null,
  quantity int not null check (quantity between 1 and 1000),
  unit_kobo bigint not null check (unit_kobo > 0),
  vat_bp int not null check (vat_bp in (0, 750)),
  net_kobo bigint generated always as (quantity * unit_kobo) stored,
  vat_kobo bigint generated always as ((quantity * unit_kobo * vat_bp + 5000) / 10000) stored,
  primary key (invoice_id, position)
);
comment on table invoice_line is 'invoices: items with their VAT';
create trigger final before update or delete on invoice_line for each row execute function invoice_line_is_final();
create constraint trigger adds_up after insert on invoice_line deferrable initially deferred
  for each row execute function invoice_adds_up();

create table invoice_part (
  id uuid primary key,
  invoice_id uuid not null references invoice,
  position int not null check (position > 0),
  reference text not null unique,
  amount_kobo bigint not null check (amount_kobo > 0),
  -- Its VAT; of an operator's money also our fee and the VAT on that.
  vat_kobo bigint not null check (vat_kobo >= 0),
  fee_kobo bigint not null default 0 check (fee_kobo >= 0),
  fee_vat_kobo bigint not null default 0 check (fee_vat_kobo >= 0),
  due_on date not null,
  state text not null default 'open' check (state in ('open', 'paid', 'void', 'refunded')),
  paid_at timestamptz,
  reminded_at timestamptz,
  overdue_told_at timestamptz,
  -- What is paid: the part itself, or the payable of another room.
  kind text not null default 'invoice' references payable_kind,
  thing_id uuid not null,
  payable_id uuid references payable,
  unique (invoice_id, position),
  constraint shares_fit check (vat_kobo + fee_kobo + fee_vat_kobo <= amount_kobo),
  constraint payable_of_its_thing check (payable_id = thing_id),
  constraint own_parts_pay_themselves check ((kind = 'invoice') = (thing_id = id)),
  constraint paid_as_a_payable check (state not in ('paid', 'refunded') or payable_id is not null),
  constraint paid_at_a_time check ((state in ('paid', 'refunded')) = (paid_at is not null))
);
comment on table invoice_part is 'invoices: instalments, and when they are due';
-- At most one open or paid part about a payable.
create unique index invoice_part_thing on invoice_part (thing_id) where state in ('open', 'paid');
create index invoice_part_about on invoice_part (thing_id);
create index invoice_part_due on invoice_part (due_on) where state = 'open';
create trigger goes_on before update or delete on invoice_part for each row execute function guard_invoice_part();
create constraint trigger adds_up after insert on invoice_part deferrable initially deferred
  for each row execute function invoice_adds_up();
