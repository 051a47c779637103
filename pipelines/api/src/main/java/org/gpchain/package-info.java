/** The entry points for plain Java: {@link org.gpchain.GpChain}. */
package org.gpchain;
