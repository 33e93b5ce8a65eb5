-- Trigger: gives an invoice the next number of its issuer and year. The series is locked until the transaction ends, so
-- that no number is lost when a transaction fails.
create or replace function number_invoice() returns trigger language plpgsql as $$
begin
  new.series := coalesce((select upper(code) from operator where id = new.operator_id), 'WAKA');
  new.year := extract(year from new.issued_at at time zone 'Africa/Lagos')::int;
  insert into invoice_number as n (series, year, last) values (new.series, new.year, 1)
    on conflict (series, year) do update set last = n.last + 1 returning last into new.number;
  return new;
end $$;
