// The service under faults that do not end its processes.
import { otherFaults } from './faults/all.ts';
import { testFaults } from './support/test-faults.ts';

testFaults(otherFaults);
