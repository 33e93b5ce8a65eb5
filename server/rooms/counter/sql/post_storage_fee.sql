-- Enters a storage fee in the ledger: the operator has taken the fee and keeps it. So the operator's cash and our debt
-- to the operator grow by the same sum. A repeat does nothing.
create or replace function post_storage_fee(p_parcel uuid, p_operator uuid, p_amount_kobo bigint) returns void
language plpgsql as $$
declare journal constant text := 'storage:' || p_parcel;
begin
  perform post_transfer(journal, journal, account_of('operator_cash', p_operator::text),
    account_of('operator_payable', p_operator::text), p_amount_kobo, 'storage');
end $$;
