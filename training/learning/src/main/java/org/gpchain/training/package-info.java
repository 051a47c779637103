/** Learning as users of the library see it: its progress and its failures. */
package org.gpchain.training;
