-- Trigger: a line of an invoice cannot be changed or deleted.
create or replace function invoice_line_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'an invoice is not changed, but taken back' using errcode = 'insufficient_privilege';
end $$;
