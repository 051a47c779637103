/** The loss of a sentence, which learning minimizes for any likelihood that it is given. */
package org.gpchain.internal.training.objective;
