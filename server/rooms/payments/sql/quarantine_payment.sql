-- Sets aside a successful payment that cannot be right: in another currency, without a sum, or by a transaction that
-- has already paid. Nothing is posted until a person has checked it.
create or replace function quarantine_payment(pay payment, p_amount_kobo bigint, p_currency text) returns text language plpgsql as $$
declare words text := format('The provider reports %s %s for %s %s.', p_currency, p_amount_kobo, pay.currency, pay.amount_kobo);
begin
  update payment set status = 'pending', failure = words
    where id = pay.id and (failure is distinct from words or status <> 'pending');
  return case when found then 'quarantined' else 'pending' end;
end $$;
