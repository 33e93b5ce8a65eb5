-- Trigger: at commit, checks that an invoice is the sum of its lines and of its parts, to the kobo and with VAT.
create or replace function invoice_adds_up() returns trigger language plpgsql as $$
declare
  it invoice;
  lines bigint[];
  parts bigint[];
begin
  select * into it from invoice where id = (to_jsonb(new)->>(case tg_table_name when 'invoice' then 'id' else 'invoice_id' end))::uuid;
  select array[sum(net_kobo), sum(vat_kobo)] into lines from invoice_line where invoice_id = it.id;
  select array[sum(amount_kobo), sum(vat_kobo)] into parts from invoice_part where invoice_id = it.id;
  if lines is distinct from array[it.net_kobo, it.vat_kobo] or parts is distinct from array[it.total_kobo, it.vat_kobo] then
    raise exception 'invoice % does not add up', it.id using errcode = 'check_violation', constraint = 'invoice_adds_up';
  end if;
  return null;
end $$;
