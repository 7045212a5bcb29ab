package subjects.locks;

/** Locks the payer, then the payee: two transfers in opposite directions deadlock. */
public class Account {
    private int balance = 10;

    public synchronized void transferTo(Account payee, int amount) {
        balance -= amount;
        payee.deposit(amount);
    }

    public synchronized void deposit(int amount) {
        balance += amount;
    }

    public synchronized int balance() {
        return balance;
    }
}
