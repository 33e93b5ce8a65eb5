-- Enters a storage fee in the ledger: the operator has taken it, and it is the operator's own, so what we owe it less
-- what it holds stays the same. A repeat does nothing.
create or replace function post_storage_fee(p_parcel uuid, p_operator uuid, p_amount_kobo bigint) returns void
language plpgsql as $$
declare journal constant text := 'storage:' || p_parcel;
begin
  perform post_transfer(journal, journal, account_of('operator_cash', p_operator::text),
    account_of('operator_payable', p_operator::text), p_amount_kobo, 'storage');
end $$;
