-- Invoices: what somebody has to pay, in one part or several. Each part is a payable of its own, or the paper about
-- one of another room.

insert into payable_kind (kind, opens, locks, fulfils, shares, fee_vat, receives) values
  ('invoice', 'open_invoice_part', 'lock_invoice_part', 'fulfil_invoice_part', 'invoice_part_shares', 'invoice_fee_vat', null);

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
  -- Drawn by a trigger, from the issuer and the day in Lagos, whatever was sent.
  series text not null,
  year int not null,
  number int not null,
  unique (series, year, number),
  -- Null: our own.
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
  -- Whose word it was made on, and taken back on.
  key_id uuid references operator_key,
  staff_key_id uuid references staff_key,
  voided_by text check (voided_by in ('operator', 'staff', 'room', 'time')),
  constraint invoice_at_most check (net_kobo + vat_kobo <= 100000000000),
  constraint void_is_explained check (num_nonnulls(voided_at, void_reason, voided_by) in (0, 3)),
  constraint tin_of_a_company check (tin is null or company is not null)
);
create index invoice_person on invoice (person_id, issued_at desc) where person_id is not null;
create index invoice_operator on invoice (operator_id, issued_at desc);
create index invoice_issued on invoice (issued_at desc);
create index invoice_voided on invoice (operator_id, voided_at) where voided_by = 'operator';
comment on table invoice is 'invoices: what somebody has to pay, with its number';

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
comment on table invoice_line is 'invoices: what each is for, with its VAT';

create table invoice_part (
  id uuid primary key,
  invoice_id uuid not null references invoice,
  position int not null check (position > 0),
  reference text not null unique,
  amount_kobo bigint not null check (amount_kobo > 0),
  -- Of it: VAT; and what we keep of an operator's money, with the VAT on that.
  vat_kobo bigint not null check (vat_kobo >= 0),
  fee_kobo bigint not null default 0 check (fee_kobo >= 0),
  fee_vat_kobo bigint not null default 0 check (fee_vat_kobo >= 0),
  due_on date not null,
  state text not null default 'open' check (state in ('open', 'paid', 'void', 'refunded')),
  paid_at timestamptz,
  reminded_at timestamptz,
  overdue_told_at timestamptz,
  -- What it pays: itself, or a thing of another room.
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
-- One live paper a thing.
create unique index invoice_part_thing on invoice_part (thing_id) where state in ('open', 'paid');
create index invoice_part_about on invoice_part (thing_id);
create index invoice_part_due on invoice_part (due_on) where state = 'open';
comment on table invoice_part is 'invoices: what is paid at once, and when it is due';

-- Their bodies stand in db/functions/invoices.
create function number_invoice() returns trigger language plpgsql as 'begin return new; end';
create function invoice_is_final() returns trigger language plpgsql as 'begin return new; end';
create function invoice_line_is_final() returns trigger language plpgsql as 'begin return new; end';
create function invoice_part_goes_on() returns trigger language plpgsql as 'begin return new; end';
create function invoice_adds_up() returns trigger language plpgsql as 'begin return null; end';
create function limit_operator_invoices() returns trigger language plpgsql as 'begin return new; end';
create function limit_operator_voids() returns trigger language plpgsql as 'begin return new; end';
create function invoice_follows_payment() returns trigger language plpgsql as 'begin return null; end';

create trigger numbered before insert on invoice for each row execute function number_invoice();
create trigger final before update or delete on invoice for each row execute function invoice_is_final();
create trigger final before update or delete on invoice_line for each row execute function invoice_line_is_final();
create trigger goes_on before update or delete on invoice_part for each row execute function invoice_part_goes_on();
create constraint trigger adds_up after insert on invoice deferrable initially deferred
  for each row execute function invoice_adds_up();
create constraint trigger adds_up after insert on invoice_line deferrable initially deferred
  for each row execute function invoice_adds_up();
create constraint trigger adds_up after insert on invoice_part deferrable initially deferred
  for each row execute function invoice_adds_up();
create trigger limited before insert on invoice
  for each row when (new.key_id is not null) execute function limit_operator_invoices();
create trigger voids_limited before update of voided_at on invoice
  for each row when (new.voided_by = 'operator') execute function limit_operator_voids();
-- Things of other rooms say by their payments that they are paid.
create trigger invoice_follows after update of outcome on payment
  for each row when (new.outcome in ('confirmed', 'confirmed_other_seats') and old.outcome is distinct from new.outcome)
  execute function invoice_follows_payment();

-- Keys may be good for invoices, and for charters.
do $$
declare
  it record;
begin
  for it in select conrelid::regclass as place, conname, pg_get_constraintdef(oid) as def from pg_constraint
    where conname in ('operator_key_scopes', 'staff_key_scopes')
  loop
    execute format('alter table %s drop constraint %I', it.place, it.conname);
    execute format('alter table %s add constraint %I %s', it.place, it.conname,
      replace(it.def, 'ARRAY[''boarding''', 'ARRAY[''invoices''::text, ''charters''::text, ''boarding'''));
  end loop;
end $$;
